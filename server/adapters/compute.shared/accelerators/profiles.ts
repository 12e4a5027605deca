import type { VendorName } from '#contract/vendors.ts'
import { ascend } from './ascend.ts'
import { kunlun } from './kunlun.ts'
import { nvidia } from './nvidia.ts'
import type { AcceleratorProfile } from './profile.ts'

const profiles: Record<VendorName, AcceleratorProfile> = { nvidia, ascend, kunlun }

/** Every vendor whose cards can be rented out. */
export const acceleratorProfiles: readonly AcceleratorProfile[] = Object.values(profiles)

export const getAcceleratorProfile = (vendor: VendorName): AcceleratorProfile => profiles[vendor]
