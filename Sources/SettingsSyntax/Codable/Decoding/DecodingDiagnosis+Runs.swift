extension DecodingDiagnosis {
    /// Decodes, and where that fails, finds all that is wrong.
    static func decode<T: Decodable>(
        _ type: T.Type, from layers: [SettingsDocument], userInfo: [CodingUserInfoKey: any Sendable]
    ) throws(SettingsError) -> T {
        let diagnosis = DecodingDiagnosis()
        var mistakes: [SettingsError] = []
        var told: Set<Subject> = []
        while true {
            let session = DecodingSession(layers: layers, userInfo: userInfo, diagnosis: diagnosis)
            do {
                let value = try session.value(type, at: session.root())
                // A type may fail once and not again; then there is nothing to complain of.
                if mistakes.isEmpty { return value }
                break
            } catch {
                let (fault, origin) = diagnosis.fault(of: error, session)
                guard let fault else { break }
                if told.insert(Subject(fault)).inserted {
                    mistakes.append(session.settingsError(fault, in: layers))
                }
                if !diagnosis.mark(fault, from: origin) || mistakes.count >= SettingsDecoder.mistakesAtMost { break }
            }
        }
        throw Self.gathered(mistakes, layers)
    }

    private static func gathered(_ mistakes: [SettingsError], _ layers: [SettingsDocument]) -> SettingsError {
        // In the order of the file; what has no place comes last.
        let sorted = mistakes.enumerated().sorted { left, right in
            let a = left.element.location?.offset ?? .max
            let b = right.element.location?.offset ?? .max
            return (a, left.offset) < (b, right.offset)
        }.map(\.element)
        guard var first = sorted.first else {
            return SettingsError(.invalidValue, "the settings could not be decoded", file: layers.first?.file)
        }
        if sorted.count > 1 { first.others = sorted }
        return first
    }

    /// What an error that came out of decoding is about, and, where it is a type's own, where that type was decoded.
    private func fault(of error: any Error, _ session: DecodingSession) -> (DecodingFault?, Origin?) {
        defer { innermost = nil }
        if let fault = error.fault { return (fault, nil) }
        guard !(error is NoStandIn) else { return (nil, nil) }
        guard let innermost else {
            return (DecodingFault(code: .invalidValue, message: "\(error)", place: session.root()), nil)
        }
        if let advice = innermost.advice { return (advice, innermost) }
        var fault = DecodingFault(code: .invalidValue, message: "", place: innermost.place)
        switch error {
        case let error as DecodingError:
            fault.message = error.context.debugDescription
            // The error may know better than we do: a key within the place.
            let (place, rest) = session.place(at: error.context.codingPath)
            if place.layer == fault.place.layer, place.node > fault.place.node,
                place.node < session.next(fault.place)
            {
                fault.place = place
            }
            if case .keyNotFound(let key, _) = error {
                fault.code = .missingKey
                fault.message = "the key \(DecodingSession.quoted(key.stringValue)) is missing"
            } else if case .typeMismatch = error {
                fault.code = .typeMismatch
            }
            if rest.count == 1, rest[0].intValue == nil, place.identity == fault.place.identity {
                if case .keyNotFound = error {
                    fault.missing = rest[0].stringValue
                } else {
                    fault.absent = rest[0].stringValue
                }
            }
        case let error as SettingsValidationError:
            fault.code = .validation
            fault.message = "\(error)"
        case let error as SettingsError:
            fault.code = error.code
            fault.message = error.message
            fault.hint = error.hint
        default: fault.message = "\(error)"
        }
        return (fault, innermost)
    }

    /// Decodes for the sake of the keys that are asked for, past all mistakes.
    static func recorded<T: Decodable, Result>(
        _ type: T.Type, in layers: [SettingsDocument], userInfo: [CodingUserInfoKey: any Sendable],
        _ body: (DecodingSession, KeyRecorder) -> Result
    ) -> Result {
        let diagnosis = DecodingDiagnosis()
        while true {
            let recorder = KeyRecorder()
            let session = DecodingSession(
                layers: layers, userInfo: userInfo, diagnosis: diagnosis, recorder: recorder)
            do {
                _ = try session.value(type, at: session.root())
                return body(session, recorder)
            } catch {
                let (fault, origin) = diagnosis.fault(of: error, session)
                guard let fault, diagnosis.mark(fault, from: origin) else { return body(session, recorder) }
            }
        }
    }
}

extension DecodingSession {
    /// A mistake, located in its document.
    func settingsError(_ fault: DecodingFault, in layers: [SettingsDocument]) -> SettingsError {
        guard fault.place.layer < layerCount else {
            return SettingsError(fault.code, fault.message, file: layers.first?.file, hint: fault.hint)
        }
        let layer = Int(fault.place.layer)
        let beyond = fault.key.map { [SettingsPath.Component.key($0)] } ?? []
        let key = SettingsPath(storage(fault.place.layer).path(of: Int(fault.place.node)).components + beyond)
        var error: SettingsError
        if layers.isShown(layer) {
            error = self.error(fault.code, fault.message, at: fault.place, hint: fault.hint, in: layers)
            error.key = key
        } else {
            // What is to be written instead is said of a text that nobody sees.
            error = layers.error(fault.code, fault.message, key: key, hint: fault.missing == nil ? nil : fault.hint)
        }
        if key.components.isEmpty { error.key = nil }
        return error
    }
}
