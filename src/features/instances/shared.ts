export { formatUnseen } from './instance-text.ts'
export { buildInstanceTrail } from './money/instance-trail.ts'
export { loadRegionOptions } from './region-options.ts'
