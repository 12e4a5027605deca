import type { Options } from '#src/admin/row-types.ts'

/** Every call that changes something, by its name; read when the filter is first opened. */
export const endpointOptions = async (): Promise<Options> => {
  const { all_endpoints } = await import('#contract/index.ts')
  return Object.fromEntries(
    all_endpoints
      .filter(({ endpoint }) => endpoint.method !== 'GET' && endpoint.access !== 'public')
      .map(({ name, endpoint }) => [name, endpoint.summary]),
  )
}
