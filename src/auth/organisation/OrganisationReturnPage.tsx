import { useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { resultCodes } from '#contract/codes.ts'
import { directories } from '#contract/directories.ts'
import { callEndpoint } from '#src/api/call.ts'
import confirm from '#src/auth/confirm/ConfirmWechatSignIn.module.css'
import { toLoginRefusal } from '#src/auth/login.effects.ts'
import { paths } from '#src/paths.ts'
import { organisationVisits } from '#src/session/organisation-visits.ts'
import controls from '#src/ui/controls.module.css'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { OrganisationFrame } from './OrganisationFrame.tsx'
import { OrganisationSecondStep } from './OrganisationSecondStep.tsx'
import { useOrganisationEntry } from './use-organisation-entry.ts'

/** What the provider has sent the browser back with. It is taken out of the address, and out of the history, at once. */
function takeReturn() {
  const answer = location.search.slice(1)
  const state = new URLSearchParams(answer).get('state') ?? ''
  return { answer, state, visit: organisationVisits.take(state) }
}

type Progress = { is: 'finishing' | 'proved' } | { is: 'refused'; message: string }

/** Page that an organisation's sign-in page sends the browser back to. */
export default function OrganisationReturnPage() {
  const navigate = useNavigate()
  const [{ answer, state, visit }] = useState(takeReturn)
  const entry = useOrganisationEntry(visit?.url ?? null)
  const [progress, setProgress] = useState<Progress>({ is: 'finishing' })
  const begun = useRef(false)

  const finish = async () => {
    if (!visit) throw { message: resultCodes.directory_visit_gone.message }
    const body = { state, browser: visit.browser, answer }
    if (visit.purpose === 'sign_in') return entry.enter(() => callEndpoint(directories.finish, { body }, { quiet: true }))
    await callEndpoint(directories.finish_step_up, { body }, { quiet: true })
    organisationVisits.announceProof()
    setProgress({ is: 'proved' })
    window.close()
  }
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    void navigate(paths.organisationReturn, { replace: true })
    finish().catch((error: unknown) => {
      const { message } = error instanceof Error ? toLoginRefusal(error) : (error as { message: string })
      setProgress({ is: 'refused', message })
    })
  })

  if (entry.ticket) {
    return (
      <OrganisationFrame title="两步验证" meaning="还差一步：输入身份验证器上的动态码">
        <OrganisationSecondStep ticket={entry.ticket} entry={entry} />
      </OrganisationFrame>
    )
  }
  if (progress.is === 'refused') {
    return (
      <OrganisationFrame title="没有登录成功">
        <EmptyState title={progress.message} />
        <Link to={paths.organisations()} className={`${controls.button} ${controls.primary} ${controls.large}`}>
          重新登录
        </Link>
      </OrganisationFrame>
    )
  }
  if (progress.is === 'proved') {
    return (
      <OrganisationFrame title="身份已验证">
        <div className={confirm.end} data-state="confirmed" role="status">
          <Icon name="check" />
          <strong>请回到原来的页面</strong>
          <p>这个窗口可以关闭了。</p>
        </div>
      </OrganisationFrame>
    )
  }
  return (
    <OrganisationFrame title="正在登录">
      <SkeletonRows />
    </OrganisationFrame>
  )
}
