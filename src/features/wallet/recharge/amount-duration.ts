import { lastsFor } from '#src/features/overview/hours-left.ts'

/** How long an amount lasts at this burn; empty when nothing burns. */
export const hoursFor = (amount: string, burn_hour: string): string =>
  Number(burn_hour) > 0 ? lastsFor(Number(amount) / Number(burn_hour)) : ''
