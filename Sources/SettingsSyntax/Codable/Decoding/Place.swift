/// Where a value stands: a node of one layer, and beneath it the objects of lower layers that it merges with.
///
/// Twelve bytes, so that a decoder (a place and its session) fits into an existential without being boxed.
struct Place {
    /// Index of the node on its layer's tape.
    var node: UInt32
    /// Index of the layer.
    var layer: UInt32
    /// Index of the first link to the objects below (`DecodingSession.links`); 0 for none. Objects only.
    var below: UInt32

    init(_ node: UInt32, layer: UInt32, below: UInt32 = 0) {
        self.node = node
        self.layer = layer
        self.below = below
    }
}

extension Place {
    /// One object of a lower layer that takes part in a merge.
    struct Link {
        var node: UInt32
        var layer: UInt32
        /// The next link, further down; 0 for none.
        var next: UInt32
    }

    /// A node of a layer, for sets and dictionaries.
    struct Identity: Hashable {
        var node: UInt32
        var layer: UInt32
    }

    var identity: Identity { Identity(node: node, layer: layer) }
}
