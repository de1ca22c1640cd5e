import CMosquitto

extension MosquittoHandle {
    /// Registers the callbacks. They run on the loop thread, inside a call of this object, and only record what
    /// happened.
    func registerCallbacks(on client: OpaquePointer) {
        mosquitto_connect_v5_callback_set(client) { client, context, reason, flags, _ in
            MosquittoHandle.record(context) { callbackEvents in
                if reason == 0 {
                    callbackEvents.acceptedWithSession = flags & 1 == 1
                } else {
                    callbackEvents.failure = MosquittoError(connectReason: UInt8(truncatingIfNeeded: reason))
                }
            }
            // The library formats a log line for every packet; after the handshakes its text is not needed any more.
            mosquitto_log_callback_set(client, nil)
            MosquittoHandle.record(context) { $0.errorText = "" }
        }
        mosquitto_message_v5_callback_set(client) { _, context, message, properties in
            guard let message = message?.pointee else { return }
            MosquittoHandle.record(context) { callbackEvents in
                callbackEvents.messages.append(ReceivedMessage(message, properties: properties))
                callbackEvents.payloadBytes += Int(message.payloadlen)
            }
        }
        mosquitto_publish_v5_callback_set(client) { _, context, packetID, reason, _ in
            MosquittoHandle.record(context) { callbackEvents in
                callbackEvents.answers.append((packetID, UInt8(truncatingIfNeeded: reason)))
            }
        }
        mosquitto_subscribe_v5_callback_set(client) { _, context, packetID, count, reasons, _ in
            // A packet has one topic filter, so there is one reason code.
            let reason = count > 0 ? reasons?.pointee ?? 0x80 : 0x80
            MosquittoHandle.record(context) { callbackEvents in
                callbackEvents.answers.append((packetID, UInt8(truncatingIfNeeded: reason)))
            }
        }
        mosquitto_unsubscribe_v5_callback_set(client) { _, context, packetID, _ in
            MosquittoHandle.record(context) { $0.answers.append((packetID, 0)) }
        }
        mosquitto_disconnect_v5_callback_set(client) { _, context, reason, _ in
            // Reason codes of a DISCONNECT are 128 and above; lower ones are the library's own, which its calls return
            // too.
            guard reason >= 0x80 else { return }
            MosquittoHandle.record(context) { callbackEvents in
                callbackEvents.failure =
                    callbackEvents.failure ?? MosquittoError(disconnectReason: UInt8(truncatingIfNeeded: reason))
            }
        }
        mosquitto_log_callback_set(client) { _, context, level, text in
            guard level == MOSQ_LOG_ERR, let text else { return }
            MosquittoHandle.record(context) { callbackEvents in
                if callbackEvents.errorText.utf8.count > 400 { return }
                callbackEvents.errorText += (callbackEvents.errorText.isEmpty ? "" : "; ") + String(cString: text)
            }
        }
    }

    private static func record(_ context: UnsafeMutableRawPointer?, note: (inout CallbackEvents) -> Void) {
        guard let context else { return }
        let handle = Unmanaged<MosquittoHandle>.fromOpaque(context).takeUnretainedValue()
        handle.callbackEvents.hasProgress = true
        note(&handle.callbackEvents)
    }
}
