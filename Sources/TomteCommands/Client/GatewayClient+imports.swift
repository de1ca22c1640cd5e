import Foundation
import GatewayWire
import HomeModel

/// The routes that import past readings.
extension GatewayClient {
    func beginImport(from source: String) async throws(CLIError) -> APIResponse<ImportBody> {
        try await send(GatewayRequest(.post, path: "/imports").withBody(NewImportBody(source: source)))
    }

    func archive(
        _ devices: [ArchivedDeviceBody], in id: ImportID
    ) async throws(CLIError) -> APIResponse<[DeviceBody]> {
        try await send(GatewayRequest(.post, path: "/imports/\(id)/devices").withBody(devices).within(.seconds(60)))
    }

    func importReadings(
        _ readings: ImportedReadingsBody, in id: ImportID
    ) async throws(CLIError) -> APIResponse<[ImportCounts]> {
        var request = GatewayRequest(.post, path: "/imports/\(id)/readings").within(.seconds(120))
        request.body = Data(readings.bytes)
        return try await send(request)
    }

    func endImport(_ id: ImportID, isComplete: Bool) async throws(CLIError) -> APIResponse<ImportCounts> {
        try await send(
            GatewayRequest(.post, path: "/imports/\(id)/end").withBody(ImportEndBody(isComplete: isComplete))
                .within(.seconds(60)))
    }
}
