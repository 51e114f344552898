// SPDX-License-Identifier: GPL-3.0-or-later

// The kernel's HDMI-CEC adapters (media/cec of its userspace API): their calls are variadic, their numbers macros with types.
#pragma once
#include <errno.h>
#include <linux/cec.h>
#include <string.h>
#include <sys/ioctl.h>

// Each call returns 0, or -1 with errno.

/// Finds out if the adapter can be configured and can send.
static inline int vir_cec_can_talk(int adapter, _Bool *can) {
    struct cec_caps caps = {0};
    if (ioctl(adapter, CEC_ADAP_G_CAPS, &caps) < 0) return -1;
    *can = (caps.capabilities & CEC_CAP_LOG_ADDRS) && (caps.capabilities & CEC_CAP_TRANSMIT);
    return 0;
}

/// Queues the messages of the TV and of other devices for this descriptor too, besides those that the kernel answers by itself.
static inline int vir_cec_listen(int adapter) {
    __u32 mode = CEC_MODE_INITIATOR | CEC_MODE_FOLLOWER;
    return ioctl(adapter, CEC_S_MODE, &mode);
}

static inline int vir_cec_physical_address(int adapter, __u16 *address) { return ioctl(adapter, CEC_ADAP_G_PHYS_ADDR, address); }

/// Reads the number of logical addresses that somebody wants the adapter to have, and the first of them: CEC_LOG_ADDR_INVALID before it has
/// any.
static inline int vir_cec_logical_address(int adapter, int *wanted, __u8 *address) {
    struct cec_log_addrs addresses = {0};
    if (ioctl(adapter, CEC_ADAP_G_LOG_ADDRS, &addresses) < 0) return -1;
    *wanted = addresses.num_log_addrs;
    *address = addresses.num_log_addrs > 0 && addresses.log_addr_mask != 0 ? addresses.log_addr[0] : CEC_LOG_ADDR_INVALID;
    return 0;
}

/// Makes the box a playback device of this name; the keys of the TV's remote come as those of a keyboard.
/// It waits until the adapter has found a free address. EBUSY: another program has configured the adapter.
static inline int vir_cec_become_playback_device(int adapter, const char *name) {
    struct cec_log_addrs addresses = {
        .cec_version = CEC_OP_CEC_VERSION_1_4,
        .num_log_addrs = 1,
        .vendor_id = CEC_VENDOR_ID_NONE,
        .flags = CEC_LOG_ADDRS_FL_ALLOW_RC_PASSTHRU,
        .primary_device_type = {CEC_OP_PRIM_DEVTYPE_PLAYBACK},
        .log_addr_type = {CEC_LOG_ADDR_TYPE_PLAYBACK},
        .all_device_types = {CEC_OP_ALL_DEVTYPE_PLAYBACK},
    };
    strncpy(addresses.osd_name, name, sizeof addresses.osd_name - 1);
    return ioctl(adapter, CEC_ADAP_S_LOG_ADDRS, &addresses);
}

/// Sends a message, and waits until it was sent: at most a second or two.
static inline int vir_cec_send(int adapter, const __u8 *bytes, unsigned int count, _Bool *is_acknowledged) {
    struct cec_msg message = {.len = count};
    memcpy(message.msg, bytes, count);
    if (ioctl(adapter, CEC_TRANSMIT, &message) < 0) return -1;
    *is_acknowledged = (message.tx_status & CEC_TX_STATUS_OK) != 0;
    return 0;
}

/// Takes the next message that was heard; ETIMEDOUT after a millisecond if no message waits.
static inline int vir_cec_receive(int adapter, __u8 *bytes, unsigned int *count) {
    struct cec_msg message = {.timeout = 1};
    if (ioctl(adapter, CEC_RECEIVE, &message) < 0) return -1;
    *count = message.len <= CEC_MAX_MSG_SIZE ? message.len : CEC_MAX_MSG_SIZE;
    memcpy(bytes, message.msg, *count);
    return 0;
}

/// Takes the next event, once poll(2) has said that there is one (POLLPRI).
static inline int vir_cec_take_event(int adapter, _Bool *is_state_change) {
    struct cec_event event = {0};
    if (ioctl(adapter, CEC_DQEVENT, &event) < 0) return -1;
    *is_state_change = event.event == CEC_EVENT_STATE_CHANGE;
    return 0;
}
