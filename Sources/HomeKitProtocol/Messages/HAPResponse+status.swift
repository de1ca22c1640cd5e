extension HAPResponse {
    /// A response whose body is one status for the whole request, for simulated accessories.
    package init(httpStatus: Int, hapStatus: HAPStatus) {
        self.init(
            status: httpStatus, contentType: .json,
            body: HomeKitJSONWriter.object([("status", .integer(hapStatus.code))]))
    }
}
