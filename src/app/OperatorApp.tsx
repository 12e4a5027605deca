import { pages as consolePages } from 'virtual:resources/console'
import { pages as operatorPages, resources } from 'virtual:resources/operator'
import { useMemo } from 'react'
import { Navigate } from 'react-router-dom'
import { definePage } from '#src/admin/define-page.ts'
import type { NavCounts } from '#src/admin/layout/use-accessible-nav.ts'
import { AreaSearchContext } from '#src/admin/palette/area-search.ts'
import { operatorPaths } from '#src/operator/paths.ts'
import { operatorAreaSearch } from '#src/operator/search/operator-search.tsx'
import { BackOfficeBanner } from '#src/operator/shared/BackOfficeBanner.tsx'
import { useWaitingCounts } from '#src/operator/shared/use-waiting-counts.ts'
import { canUserAccess } from '#src/session/can-user-access.ts'
import { currentUser } from '#src/session/current-user.ts'
import { useStore } from '#src/ui/use-store.ts'
import ConsoleApp from './ConsoleApp.tsx'
import { SecondFactorDue } from './SecondFactorDue.tsx'

/** Fallback for all other back-office addresses: redirects operators to the panel and shows 403 to everyone else. */
const operatorFallbackPage = definePage({
  name: 'operator-elsewhere',
  label: '运营后台',
  path: '/operator/*',
  access: 'operator',
  load: async () => ({ default: () => <Navigate to={operatorPaths.panel} replace /> }),
})
const pages = [...operatorPages, operatorFallbackPage]
/** Operators who must first add a second factor keep the menu of the user console, too. */
const duePages = [
  ...consolePages,
  definePage({
    name: 'operator-due',
    label: '运营后台',
    path: '/operator/*',
    access: 'operator',
    load: async () => ({ default: SecondFactorDue }),
  }),
]
/** Non-operators keep the menu of the user console. */
const deniedPages = [...consolePages, operatorFallbackPage]

function useOperatorNavCounts(): NavCounts {
  const { counts } = useWaitingCounts()
  return useMemo(() => Object.fromEntries([...(counts ?? [])].map(([queue, { count }]) => [queue, count])), [counts])
}

/** The back office (product §10): the layout and framework of the console with its own resources. */
export default function OperatorApp() {
  const user = useStore(currentUser)
  if (user && !canUserAccess('operator', user)) return <ConsoleApp pages={deniedPages} />
  if (user?.second_factor === 'due') return <ConsoleApp pages={duePages} />
  return (
    <AreaSearchContext value={operatorAreaSearch}>
      <ConsoleApp
        resources={resources}
        pages={pages}
        useNavCounts={useOperatorNavCounts}
        banner={<BackOfficeBanner user={user} />}
      />
    </AreaSearchContext>
  )
}
