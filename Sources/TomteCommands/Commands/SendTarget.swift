import ArgumentParser
import HomeModel

/// The target of `tomte send` as an argument: a device, a list of devices, rooms, or the whole home. Names contain neither
/// a colon nor a comma.
enum SendTarget: ExpressibleByArgument, Hashable, Sendable {
    case device(DeviceArgument)
    case devices([DeviceArgument])
    /// Ids or names of rooms.
    case rooms([String])
    /// The whole home, unless a device has this name.
    case home

    static let homeWord = "home"
    private static let roomPrefix = "room:"

    init?(argument: String) {
        let pieces = argument.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        if argument == Self.homeWord {
            self = .home
        } else if argument.hasPrefix(Self.roomPrefix) {
            let rooms = pieces.map { $0.hasPrefix(Self.roomPrefix) ? String($0.dropFirst(Self.roomPrefix.count)) : $0 }
            guard rooms.allSatisfy({ !$0.isEmpty }) else { return nil }
            self = .rooms(rooms)
        } else {
            let devices = pieces.compactMap { DeviceArgument(argument: $0) }
            guard devices.count == pieces.count else { return nil }
            self = devices.count == 1 ? .device(devices[0]) : .devices(devices)
        }
    }

    /// Whether it selects parts by their room or by the home, and not by name.
    var isPlace: Bool {
        switch self {
        case .rooms, .home: true
        case .device, .devices: false
        }
    }

    /// The target as it was given; the part is separate for a single device.
    var names: (target: String, part: String?) {
        switch self {
        case .device(let device): (device.device, device.part?.rawValue)
        case .devices(let devices):
            (devices.map { $0.device + ($0.part.map { "/\($0)" } ?? "") }.joined(separator: ","), nil)
        case .rooms(let rooms): (Self.roomPrefix + rooms.joined(separator: ","), nil)
        case .home: (Self.homeWord, nil)
        }
    }
}
