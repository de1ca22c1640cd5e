import Foundation
import GatewayWire
import HomeModel

/// The routes by which a past comes into the home.
extension GatewayClient {
    func beginImport(from source: String) async throws(CommandFailure) -> Answer<ImportBody> {
        try await send(GatewayRequest(.post, "/imports").sending(NewImportBody(source: source)))
    }

    func archive(
        _ devices: [ArchivedDeviceBody], in id: ImportID
    ) async throws(CommandFailure) -> Answer<[DeviceBody]> {
        try await send(GatewayRequest(.post, "/imports/\(id)/devices").sending(devices).within(.seconds(60)))
    }

    func importReadings(
        _ readings: ImportedReadingsBody, in id: ImportID
    ) async throws(CommandFailure) -> Answer<[ImportCounts]> {
        var request = GatewayRequest(.post, "/imports/\(id)/readings").within(.seconds(120))
        request.body = Data(readings.bytes)
        return try await send(request)
    }

    func endImport(_ id: ImportID, isComplete: Bool) async throws(CommandFailure) -> Answer<ImportCounts> {
        try await send(
            GatewayRequest(.post, "/imports/\(id)/end").sending(ImportEndBody(isComplete: isComplete))
                .within(.seconds(60)))
    }
}
