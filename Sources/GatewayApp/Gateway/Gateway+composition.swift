import Attachments
import HomeModel
import AvahiDiscovery
import CProcess
package import CrashReports
import DeviceProtocols
import GatewayAPI
import HomeCertificates
import HomeKitLink
import MatterLink
import MosquittoBroker
import AuditTrail
import HomeStore
package import GatewayCore
package import Logging

extension Gateway {
    /// Builds a gateway for a home. Its parts are connected only here and in the types that `build` calls. Starts the
    /// broker and nothing else.
    ///
    /// `recording` records the run for a crash report, if the home consented to these. It gets the log lines of `logger`
    /// if that was created with a `CrashLogHandler`.
    package static func build(
        state: StateFolder, configuration: GatewayConfiguration, clock: HomeClock, logger: Logger,
        recording: CrashRecording = CrashRecording()
    ) async throws(StartError) -> Gateway {
        MallocArenas.limit()
        try await wipeIfRequested(state, logger: logger)
        let reserve = StartReserve(folder: state.path)
        reserve.release()
        // Nothing that fills the disk runs yet, so the space that this start did not need is reserved for the next one.
        defer { reserve.hold() }
        do throws(StartError) {
            let disk = try await OpenStores.open(state, configuration: configuration, clock: clock, logger: logger)
            do throws(StartError) {
                return try await build(
                    on: disk, state, configuration: configuration, clock: clock, logger: logger, recording: recording)
            } catch {
                await disk.close()
                // A start that is refused with a reason is no crash.
                recording.end()
                throw error
            }
        } catch {
            let isFull = error.isDiskFull || reserve.room.map { $0 < StartError.leastRoom } ?? false
            guard isFull else { throw error }
            throw .diskFull(folder: state.path, cause: error.isDiskFull ? nil : error.description)
        }
    }

    /// Finishes the wipe that the last run of the gateway began.
    private static func wipeIfRequested(_ state: StateFolder, logger: Logger) async throws(StartError) {
        let wipe = StateWipe(folder: state.path)
        guard wipe.isRequested else { return }
        do throws(StorageError) {
            let left = try await HomeDatabase.whileClosed(path: state.database) { () async throws(StorageError) in
                await Broker.killLeftBroker(in: state.broker)
                return try wipe.carryOut()
            }
            for path in left {
                logger.error("a wiped file could not be deleted", metadata: [LogKey.errorDetail: "\(path)"])
            }
        } catch {
            throw .storage(error)
        }
        // Creates the folders that every start needs.
        _ = try StateFolder(path: state.path)
    }

    private static func build(
        on disk: OpenStores, _ state: StateFolder, configuration: GatewayConfiguration, clock: HomeClock,
        logger: Logger, recording: CrashRecording
    ) async throws(StartError) -> Gateway {
        async let broker = ConfiguredBroker.start(state, configuration: configuration, disk: disk, logger: logger)
        do throws(StartError) {
            let core = try await core(
                on: disk, state, configuration: configuration, clock: clock, logger: logger, recording: recording)
            let network = try await BrokerServices.build(
                state, configuration: configuration, broker: try await broker.get(), disk: disk, core: core,
                clock: clock, logger: logger)
            return try await assemble(
                disk, core: core, network: network, state: state, configuration: configuration, clock: clock,
                logger: logger, recording: recording)
        } catch {
            try? await broker.get().stopAfterFailedStart()
            throw error
        }
    }

    private static func core(
        on disk: OpenStores, _ state: StateFolder, configuration: GatewayConfiguration, clock: HomeClock,
        logger: Logger, recording: CrashRecording
    ) async throws(StartError) -> CoreServices {
        for note in [disk.erasures.note, disk.erasures.unreadable].compactMap(\.self) { logger.error("\(note)") }
        do {
            let stores = CoreStores(
                database: disk.database, audit: disk.audit, restrictions: disk.restrictions,
                erasures: disk.erasures,
                incidents: disk.database.incidents(sealedWith: try disk.secrets.readOrCreateKey("incidents")),
                pinHasher: try PINHasher(secrets: disk.secrets),
                personHasher: try PersonIDHasher(secrets: disk.secrets),
                crashReports: CrashReportService.Setup(
                    folder: state.path, version: Version.withCommit, recording: recording),
                attachments: try AttachmentStorage(
                    folder: state.attachments, secrets: disk.secrets,
                    converter: PhotoConverter(configuration.photoConverter),
                    maximumBytes: configuration.attachmentMegabytes * 1_000_000))
            return try await CoreServices.load(
                from: stores, timeZone: configuration.timeZone, clock: clock, logger: logger,
                detailLevel: DeviceFamilies.detailLevel)
        } catch let error as StorageError {
            throw .storage(error)
        } catch let error as AuditError {
            throw .audit(error)
        } catch let error as CertificateError {
            throw .certificates(error)
        } catch {
            throw .stateFolder("\(error)")
        }
    }

    private static func assemble(
        _ disk: OpenStores, core: CoreServices, network: BrokerServices, state: StateFolder,
        configuration: GatewayConfiguration,
        clock: HomeClock, logger: Logger, recording: CrashRecording
    ) async throws(StartError) -> Gateway {
        let pairingLinks: [any PairingLink] = [
            try homeKitLink(
                state, disk: disk, core: core, configuration: configuration, clock: clock, logger: logger),
            try matterLink(
                state, disk: disk, core: core, configuration: configuration, clock: clock, logger: logger),
        ]
        let browser = configuration.isDiscoveryEnabled ? AvahiBrowser(now: clock.now, logger: logger) : nil
        let files = FileIntegrity(InspectedFiles(state: state, configuration: configuration), uptime: clock.uptime)
        let integrity = IntegrityCheck(
            database: disk.database, audit: disk.audit, files: files, clock: clock, incidents: core.incidentFeed)
        let incidents = IncidentMonitor(on: core, logger: logger)
        let rotator = HomeKeyRotator(disk.certificates, clock: clock, broker: network.broker, logger: logger)
        let announcement = await GatewayAdvertisement.of(configuration, certificates: disk.certificates)
        let home = HomeComposition(
            state: state, configuration: configuration, disk: disk, core: core, network: network,
            pairingLinks: pairingLinks,
            integrity: integrity, files: files, rotator: rotator, browser: browser, announcement: announcement,
            clock: clock, logger: logger
        ).compose()
        let https = try await HTTPSServer.of(
            home, configuration: configuration, certificates: disk.certificates, logger: logger)
        return Gateway(
            home: home, state: state, logger: logger, recording: recording, disk: disk, core: core, network: network,
            pairingLinks: pairingLinks, integrity: integrity, incidents: incidents, rotator: rotator,
            configurationWatch: ConfigurationWatch(state, configuration: configuration, disk: disk, core: core),
            https: https, browser: browser,
            announcement: announcement)
    }
}

extension Gateway {
    private static func homeKitLink(
        _ state: StateFolder, disk: OpenStores, core: CoreServices, configuration: GatewayConfiguration,
        clock: HomeClock, logger: Logger
    ) throws(StartError) -> HomeKitLink {
        do {
            let store = try PairingStore(secrets: disk.secrets, folder: state.homeKit)
            return try HomeKitLink(
                store: store, discovered: core.discovered, eventReceiver: core.eventReceiver,
                timestampAssigner: core.timestampAssigner, commitInterval: configuration.commitInterval, clock: clock,
                logger: logger)
        } catch let error as CertificateError {
            throw .certificates(error)
        } catch {
            throw .stateFolder("\(error)")
        }
    }
}

extension Gateway {
    private static func matterLink(
        _ state: StateFolder, disk: OpenStores, core: CoreServices, configuration: GatewayConfiguration,
        clock: HomeClock, logger: Logger
    ) throws(StartError) -> MatterLink {
        do {
            let store = try NodeStore(secrets: disk.secrets, folder: state.matter)
            let makers = try MakerStore(installed: InstalledFiles.makers, folder: state.makers)
            return try MatterLink(
                store: store, makers: makers, discovered: core.discovered, eventReceiver: core.eventReceiver,
                timestampAssigner: core.timestampAssigner, commitInterval: configuration.commitInterval, clock: clock,
                logger: logger)
        } catch FabricError.store(let error) {
            throw .certificates(error)
        } catch {
            throw .stateFolder("\(error)")
        }
    }
}

/// Limits the memory arenas of the C library. By default each thread has its own arena, and most of each is unused.
enum MallocArenas {
    /// Limits this process to two arenas for its whole run. Call it as early as possible, because an existing arena
    /// stays.
    static func limit() { mallopt(M_ARENA_MAX, 2) }
}

extension ConfigurationWatch {
    fileprivate init(_ state: StateFolder, configuration: GatewayConfiguration, disk: OpenStores, core: CoreServices) {
        let folder = configuration.brokerService?.configurationFolder ?? state.broker
        self.init(
            configuration: configuration.file,
            accessRules: configuration.externalBroker == nil ? "\(folder)/access.acl" : nil,
            expecting: {
                let records = try? await disk.certificates.records()
                return records.map { BrokerAccessRules($0).text }
            },
            store: core.incidentStore, feed: core.incidentFeed, clock: core.clock)
    }
}
