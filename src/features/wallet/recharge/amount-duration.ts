import { formatHoursLeft } from '#src/features/overview/shared.ts'

/** How long an amount lasts at this burn; empty when nothing burns. */
export const formatAmountDuration = (amount: string, burnHour: string): string =>
  Number(burnHour) > 0 ? formatHoursLeft(Number(amount) / Number(burnHour)) : ''
