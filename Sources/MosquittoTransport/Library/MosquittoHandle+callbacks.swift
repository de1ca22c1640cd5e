import CMosquitto

extension MosquittoHandle {
    /// Callbacks note and return; they run on the loop thread, inside a call of this object.
    func registerCallbacks(on client: OpaquePointer) {
        mosquitto_connect_v5_callback_set(client) { client, context, reason, flags, _ in
            MosquittoHandle.noting(context) { notes in
                if reason == 0 {
                    notes.acceptedWithSession = flags & 1 == 1
                } else {
                    notes.failure = MosquittoError(connectReason: UInt8(truncatingIfNeeded: reason))
                }
            }
            // It formats a line for every packet; after the handshakes its words are no longer needed.
            mosquitto_log_callback_set(client, nil)
            MosquittoHandle.noting(context) { $0.complaint = "" }
        }
        mosquitto_message_v5_callback_set(client) { _, context, message, properties in
            guard let message = message?.pointee else { return }
            MosquittoHandle.noting(context) { notes in
                notes.messages.append(ReceivedMessage(message, properties: properties))
                notes.payloadBytes += Int(message.payloadlen)
            }
        }
        mosquitto_publish_v5_callback_set(client) { _, context, packetID, reason, _ in
            MosquittoHandle.noting(context) { notes in
                notes.answers.append((packetID, UInt8(truncatingIfNeeded: reason)))
            }
        }
        mosquitto_subscribe_v5_callback_set(client) { _, context, packetID, count, reasons, _ in
            // One topic filter per packet, so one reason.
            let reason = count > 0 ? reasons?.pointee ?? 0x80 : 0x80
            MosquittoHandle.noting(context) { notes in
                notes.answers.append((packetID, UInt8(truncatingIfNeeded: reason)))
            }
        }
        mosquitto_unsubscribe_v5_callback_set(client) { _, context, packetID, _ in
            MosquittoHandle.noting(context) { $0.answers.append((packetID, 0)) }
        }
        mosquitto_disconnect_v5_callback_set(client) { _, context, reason, _ in
            // Reason codes of a DISCONNECT are 128 and up; below are the library's own, which its calls return too.
            guard reason >= 0x80 else { return }
            MosquittoHandle.noting(context) { notes in
                notes.failure = notes.failure ?? MosquittoError(disconnectReason: UInt8(truncatingIfNeeded: reason))
            }
        }
        mosquitto_log_callback_set(client) { _, context, level, text in
            guard level == MOSQ_LOG_ERR, let text else { return }
            MosquittoHandle.noting(context) { notes in
                if notes.complaint.utf8.count > 400 { return }
                notes.complaint += (notes.complaint.isEmpty ? "" : "; ") + String(cString: text)
            }
        }
    }

    private static func noting(_ context: UnsafeMutableRawPointer?, _ note: (inout Notes) -> Void) {
        guard let context else { return }
        let handle = Unmanaged<MosquittoHandle>.fromOpaque(context).takeUnretainedValue()
        handle.notes.hasProgress = true
        note(&handle.notes)
    }
}
