import type { OptionLabels } from '#src/admin/row-types.ts'

/** Every mutating call, by name; loaded when the filter is first opened. */
export const loadEndpointOptions = async (): Promise<OptionLabels> => {
  const { allEndpoints } = await import('#contract/index.ts')
  return Object.fromEntries(
    allEndpoints
      .filter(({ endpoint }) => endpoint.method !== 'GET' && endpoint.access !== 'public')
      .map(({ name, endpoint }) => [name, endpoint.summary]),
  )
}
