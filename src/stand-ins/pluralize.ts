/** Refine turns resource names into plural and singular English; ours stay as they are. */
const asItIs = (word: string): string => word

export default { plural: asItIs, singular: asItIs }
