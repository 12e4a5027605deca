import type { Consumption, ConsumptionKind } from '#contract/consumption.ts'
import type { StateStyles } from '#src/ui/StateTag.tsx'

export const consumptionKindStyles: StateStyles<ConsumptionKind> = {
  usage: { icon: 'clock', tone: 'neutral' },
  order: { icon: 'receipt', tone: 'primary' },
  refund: { icon: 'undo', tone: 'success' },
  late_fee: { icon: 'warning', tone: 'warning' },
  llm_usage: { icon: 'chat', tone: 'neutral' },
}

/** `3:05:09`: hours, minutes and seconds that were charged; a dash for what is not metered. */
export function formatChargedTime({ seconds }: Pick<Consumption, 'seconds'>): string {
  if (seconds === null) return '—'
  const two = (value: number) => String(value).padStart(2, '0')
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}
