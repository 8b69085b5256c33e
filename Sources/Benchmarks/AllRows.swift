/// Every row, in the order of the report. A new one is added here and nowhere else.
let allRows: [BenchmarkRow] = [
    .harnessItself
]

/// Every measurement that runs in a process of its own.
let allChildren: [ChildMeasurement] = []
