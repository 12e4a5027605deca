import { pages as console_pages } from 'virtual:resources/console'
import { pages as operator_pages, resources } from 'virtual:resources/operator'
import { Navigate } from 'react-router-dom'
import { definePage } from '#src/admin/define-page.ts'
import { operator_paths } from '#src/operator/paths.ts'
import { OfficeBanner } from '#src/operator/shared/BackOfficeBanner.tsx'
import { current_user } from '#src/session/current-user.ts'
import { mayAccess } from '#src/session/may-access.ts'
import { useStore } from '#src/ui/use-store.ts'
import ConsoleWorld from './ConsoleApp.tsx'

/** Any other address of the back office: the panel for those who work here, 403 for those who do not. */
const elsewhere = definePage({
  name: 'operator-elsewhere',
  label: '运营后台',
  path: '/operator/*',
  access: 'operator',
  load: async () => ({ default: () => <Navigate to={operator_paths.panel} replace /> }),
})
const pages = [...operator_pages, elsewhere]
/** Who does not work here keeps the own console's menu. */
const closed_pages = [...console_pages, elsewhere]

/** The back office (product §10): the console's frame and framework around resources of its own. */
export default function OperatorWorld() {
  const user = useStore(current_user)
  if (user && !mayAccess('operator', user)) return <ConsoleWorld pages={closed_pages} />
  return <ConsoleWorld resources={resources} pages={pages} banner={<OfficeBanner user={user} />} />
}
