import type { Plugin } from 'vite'

/** antd's Table imports Tree for a filter menu that our lists, which filter in the toolbar, never open: 25 KB gzip. */
export const tableWithoutTree = (stand_in: string): Plugin => ({
  name: 'table-without-tree',
  apply: 'build',
  enforce: 'pre',
  resolveId: (source, importer) => (source.endsWith('/tree') && importer?.includes('/antd/es/table/') ? stand_in : undefined),
})
