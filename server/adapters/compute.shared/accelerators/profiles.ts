import { nvidia } from './nvidia.ts'
import type { AcceleratorProfile } from './profile.ts'

/** Every vendor whose cards can be rented out. */
export const acceleratorProfiles: readonly AcceleratorProfile[] = [nvidia]
