import type { ResourceEntry } from '#src/admin/resource-entry.ts'
import { lazyPage } from '#src/ui/lazy-part.tsx'
import { isOperatorPath } from './console-paths.ts'
import { loadConsole } from './load-console.ts'
import { RequireSession } from './RequireSession.tsx'

const ConsoleApp = lazyPage(loadConsole)
const OperatorApp = lazyPage(() => import('./OperatorApp.tsx'))

interface Props {
  pathname: string
  /** Replaces the resource manifest in tests. */
  resources?: readonly ResourceEntry[]
}

/** The console and the back office for signed-in users (requirements §6). */
export default function SignedInConsole({ pathname, resources }: Props) {
  return (
    <RequireSession>
      {isOperatorPath(pathname) ? <OperatorApp /> : <ConsoleApp {...(resources && { resources })} />}
    </RequireSession>
  )
}
