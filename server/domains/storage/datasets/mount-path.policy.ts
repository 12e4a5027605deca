/** Where a version lies inside an instance, for reading only (product §7). */
export const buildMountPath = (slug: string, version: string): string => `/datasets/${slug}/${version}`
