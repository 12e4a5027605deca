import { type VendorName, vendorNames } from '#contract/vendors.ts'

/** Formats the environment of an image (vendor and runtime) in a few words. */
export const formatEnvironment = ({ vendor, runtime }: { vendor: VendorName; runtime: string }): string =>
  `${vendorNames[vendor]} · ${runtime}`
