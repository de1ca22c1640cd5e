import HomeKitAccessories
import HomeKitProtocol

/// Reads, writes, timed writes, and events of characteristics.
extension AccessoryServer {
    func read(_ request: HAPRequest, on number: Int) -> HAPResponse {
        guard let wanted = CharacteristicReadRequest(request) else {
            return HAPResponse(httpStatus: 400, hapStatus: .invalidValue)
        }
        let subscriptions = connections[number]?.subscriptions ?? []
        let results = wanted.ids.map { id -> CharacteristicResult in
            if let status = faults.statuses[id] { return CharacteristicResult(id: id, status: status) }
            let result = values.read(id)
            guard wanted.options.contains(.notifications), result.status == .success else { return result }
            return CharacteristicResult(id: id, value: result.value, notifications: subscriptions.contains(id))
        }
        let isPlain = wanted.options.subtracting(.notifications).isEmpty
        return isPlain ? results.readResponse() : describedResponse(results, options: wanted.options)
    }

    /// The answer to a read that also asks for the metadata, the permissions or the type.
    private func describedResponse(
        _ results: [CharacteristicResult], options: CharacteristicReadRequest.Options
    ) -> HAPResponse {
        let hasFailure = results.contains { $0.status != .success }
        let entries = results.map { result in
            var members = values.description(of: result.id, options: options)
            members["aid"] = .id(result.id.aid)
            members["iid"] = .id(result.id.iid)
            members["value"] = result.value
            members["ev"] = result.notifications.map { .boolean($0) }
            if hasFailure { members["status"] = .integer(result.status.code) }
            return HomeKitJSON.object(members)
        }
        return HAPResponse(
            status: hasFailure ? 207 : 200, contentType: .json,
            body: HomeKitJSONWriter.object([("characteristics", .list(entries))]))
    }

    func prepare(_ request: HAPRequest, on number: Int) -> HAPResponse {
        guard let prepared = try? PrepareRequest(request) else {
            return HAPResponse(httpStatus: 400, hapStatus: .invalidValue)
        }
        connections[number]?.preparedWrite = TimedWrite(
            pid: prepared.pid, milliseconds: prepared.milliseconds, now: .now)
        return HAPResponse(httpStatus: 200, hapStatus: .success)
    }

    func write(_ request: HAPRequest, of controller: PairedController, on number: Int) -> HAPResponse {
        guard let wanted = try? CharacteristicWriteRequest(request) else {
            return HAPResponse(httpStatus: 400, hapStatus: .invalidValue)
        }
        var isTimed = false
        if let pid = wanted.pid {
            isTimed = connections[number]?.preparedWrite?.permits(pid: pid, now: .now) ?? false
            // An id is valid for one write.
            connections[number]?.preparedWrite = nil
            guard isTimed else {
                return wanted.writes.map { CharacteristicResult(id: $0.id, status: .invalidValue) }.writeResponse()
            }
        }
        let results = wanted.writes.map { write -> CharacteristicResult in
            let status = carryOut(write, isTimed: isTimed, of: controller, on: number)
            guard status == .success, write.wantsResponse, write.value != nil,
                values[write.id]?.permissions?.contains(.writeResponse) == true
            else { return CharacteristicResult(id: write.id, status: status) }
            return CharacteristicResult(id: write.id, value: values.read(write.id).value)
        }
        return results.writeResponse()
    }

    /// Carries out one entry of a write: its value, its subscription, or both.
    private func carryOut(
        _ write: CharacteristicWrite, isTimed: Bool, of controller: PairedController, on number: Int
    ) -> HAPStatus {
        if let status = faults.statuses[write.id] { return status }
        guard write.value != nil || write.notifications != nil else { return .invalidValue }
        if let value = write.value {
            let status = values.status(ofWriting: value, to: write.id, isTimed: isTimed)
            guard status == .success else { return status }
            act(on: value, of: write.id, from: controller, on: number)
        }
        guard let isSubscribing = write.notifications else { return .success }
        let status = values.status(ofSubscribingTo: write.id)
        guard status == .success else { return status }
        if isSubscribing {
            connections[number]?.subscriptions.insert(write.id)
        } else {
            connections[number]?.subscriptions.remove(write.id)
        }
        return .success
    }

    private func act(on value: HomeKitJSON, of id: CharacteristicID, from controller: PairedController, on number: Int)
    {
        guard !faults.ignoresWrites, let accepted = values[id]?.accepted(value)?.characteristicValue else { return }
        if let changed = values.set(value, of: id) { notify(changed, of: id, except: number) }
        writeSink.yield(ControllerWrite(id: id, value: accepted, controller: controller.identifier))
    }

    /// Sends a change to the connections that subscribed to it. The connection that caused the change gets no event.
    func notify(_ value: HomeKitJSON, of id: CharacteristicID, except writer: Int?) {
        guard !faults.withholdsEvents else { return }
        let isPress = values[id]?.isPress ?? false
        for number in connections.keys.sorted() where number != writer {
            guard connections[number]?.subscriptions.contains(id) == true else { continue }
            if isPress {
                // A press is never put together with another one, and comes after the changes before it.
                sendPendingEvents(on: number)
                send([CharacteristicResult(id: id, value: value)].event(), on: number)
            } else {
                connections[number]?.pendingEvents[id] = value
                eventSignal.yield()
            }
        }
    }

    /// Sends the collected changes of a connection as one event.
    func sendPendingEvents(on number: Int) {
        guard let pending = connections[number]?.pendingEvents, !pending.isEmpty else { return }
        connections[number]?.pendingEvents = [:]
        let results = pending.sorted { $0.key < $1.key }.map { CharacteristicResult(id: $0.key, value: $0.value) }
        send(results.event(), on: number)
    }
}
