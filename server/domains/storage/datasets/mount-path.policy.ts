/** Builds the read-only path of a version inside an instance (product §7). */
export const buildMountPath = (slug: string, version: string): string => `/datasets/${slug}/${version}`
