import { type VendorName, vendor_names } from '#contract/vendors.ts'

/** What an image runs on, in a few words. */
export const environmentOf = ({ vendor, runtime }: { vendor: VendorName; runtime: string }): string =>
  `${vendor_names[vendor]} · ${runtime}`
