# Lets the kernel's dummy_hcd.c carry isochronous transfers (dummy_iso.inc beside it): its endpoints for them are there, as comments.
/^} ep_info/,/^#undef EP_INFO/ {
	/^\/\*$/d
	/^\*\/$/d
}
/^static int periodic_bytes(/i #include "dummy_iso.inc"
/^\tunsigned long\t\t\tlast_io;/a \	u64 iso_time;
/^\t\tcase PIPE_ISOCHRONOUS:/,/^\t\t\tbreak;/ {
	s/^\t\t\tlimit = .*/\t\t\ttransfer_iso(dum, urb, ep, \&status);/
	/^\t\t\tstatus = -EINVAL;/d
}
# A short request is over at once there, while its driver still holds the lock that it takes when a request is over.
s/^\tif (ep->desc && (ep->desc->bEndpointAddress & USB_DIR_IN) &&$/\tif (ep->desc \&\& !usb_endpoint_xfer_isoc(ep->desc) \&\& (ep->desc->bEndpointAddress \& USB_DIR_IN) \&\&/
