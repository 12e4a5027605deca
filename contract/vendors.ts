/** Whose chips there are, by their word on the wire. Without zod: pages of the site read it before anything is validated. */
export const vendorNames = { nvidia: 'NVIDIA', ascend: '昇腾', kunlun: '昆仑芯' } as const
export type VendorName = keyof typeof vendorNames
