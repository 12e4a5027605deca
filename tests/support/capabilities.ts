import type { Capabilities } from '#contract/capabilities.ts'

/** What the simulated hosts can do. */
export const simulatedCapabilities: Capabilities = {
  keeps_system_disk: true,
  saves_images: true,
  moves_disks: true,
  shares_images: true,
  mounts_files: true,
  measures_disks: true,
  limits_system_disk: false,
  limits_data_disk: false,
}
