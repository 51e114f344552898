/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Isochronous transfers to the host for the kernel's dummy_hcd, which refuses them all. USB cameras need them: the kernel's own UVC gadget has
 * no other way for its pictures. Part of dummy_hcd.c (see dummy_hcd.sed), and as such under the kernel's licence.
 *
 * A real bus carries one packet in each microframe, whether the device has something to send or not. The timer of dummy_hcd may come late,
 * so the packets of all microframes that are over are carried at once.
 */

/* Carries the packets that are due. The caller holds the lock. urbp->miter_started counts the packets: without a scatter list it is unused. */
static void transfer_iso(struct dummy *dum, struct urb *urb, struct dummy_ep *ep, int *status) {
    struct urbp *urbp = urb->hcpriv;
    /* The interval is in microframes, at full speed in frames. */
    const u64 period = (dum->gadget.speed >= USB_SPEED_HIGH ? 125000ULL : 1000000ULL) * max(urb->interval, 1);
    const u64 now = ktime_get_ns();

    if (!usb_urb_dir_in(urb) || urb->num_sgs) {
        *status = -EINVAL;
        return;
    }
    /* The first packet after a pause. */
    if (now - ep->iso_time > 100 * NSEC_PER_MSEC) ep->iso_time = now - period;
    while (now - ep->iso_time >= period && urbp->miter_started < urb->number_of_packets) {
        struct usb_iso_packet_descriptor *packet = &urb->iso_frame_desc[urbp->miter_started];
        struct dummy_request *req = list_first_entry_or_null(&ep->queue, struct dummy_request, queue);

        ep->iso_time += period;
        ep->last_io = jiffies;
        urbp->miter_started++;
        packet->status = 0;
        packet->actual_length = 0;
        /* Without a request the device sends nothing. */
        if (!req) continue;
        packet->actual_length = min_t(u32, packet->length, req->req.length);
        memcpy(urb->transfer_buffer + packet->offset, req->req.buf, packet->actual_length);
        urb->actual_length += packet->actual_length;
        if (req->req.length > packet->length) {
            packet->status = -EOVERFLOW;
            urb->error_count++;
        }
        req->req.actual = packet->actual_length;
        req->req.status = 0;
        list_del_init(&req->queue);
        /* Opens the lock meanwhile. The transfer stays: only the timer gives it back. */
        dummy_giveback(dum, &ep->ep, req);
    }
    if (urbp->miter_started == urb->number_of_packets) {
        urbp->miter_started = 0;
        *status = 0;
    }
}
