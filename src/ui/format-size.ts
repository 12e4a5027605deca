/** Two places at most; what is smaller than they can say is said to be. */
export const formatGb = (gb: number): string => (gb > 0 && gb < 0.01 ? '不到 0.01' : String(Math.round(gb * 100) / 100))
