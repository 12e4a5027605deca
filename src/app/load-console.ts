import { paths } from '#src/paths.ts'

const ignore = () => undefined

/** The console's bundle. The page the address most likely needs is asked for at the same time, not after it. */
export const loadConsole = () => {
  const { pathname } = window.location
  if (pathname === paths.console || pathname === paths.dataOverview) {
    void import('#src/features/overview/DataOverview.tsx').catch(ignore)
  } else if (pathname.startsWith('/console/') && !pathname.startsWith(paths.containerInstanceDetail)) {
    void import('#src/admin/list/ResourceListPage.tsx').catch(ignore)
  }
  return import('./ConsoleApp.tsx')
}
