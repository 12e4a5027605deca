import { type VendorName, vendorNames } from '#contract/vendors.ts'

/** What an image runs on, in a few words. */
export const formatEnvironment = ({ vendor, runtime }: { vendor: VendorName; runtime: string }): string =>
  `${vendorNames[vendor]} · ${runtime}`
