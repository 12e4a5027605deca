/** Chip vendors by wire value. Free of zod because pages of the site import it before anything is validated. */
export const vendorNames = { nvidia: 'NVIDIA', ascend: '昇腾', kunlun: '昆仑芯' } as const
export type VendorName = keyof typeof vendorNames
