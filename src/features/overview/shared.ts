export { formatHoursLeft } from './hours-left.ts'
export { useOverview } from './use-overview.ts'
