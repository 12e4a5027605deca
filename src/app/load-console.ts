import { paths } from '#src/paths.ts'

const ignore = () => undefined

/** Loads the console bundle and, in parallel, the page that the address most likely needs. */
export const loadConsole = () => {
  const { pathname } = window.location
  if (pathname === paths.console || pathname === paths.dataOverview) {
    void import('#src/features/overview/DataOverview.tsx').catch(ignore)
  } else if (pathname.startsWith('/console/') && !pathname.startsWith(paths.containerInstanceDetail)) {
    void import('#src/admin/list/ResourceListPage.tsx').catch(ignore)
  }
  return import('./ConsoleApp.tsx')
}
