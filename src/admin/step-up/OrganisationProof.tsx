import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { directories } from '#contract/directories.ts'
import { callEndpoint } from '#src/api/call.ts'
import { organisationVisits } from '#src/session/organisation-visits.ts'
import { useStableCallback } from '#src/ui/use-stable-callback.ts'
import styles from './StepUpDialog.module.css'

interface Props {
  /** Name of the organisation. */
  name: string
  onProved: () => void
}

/** Leads to the organisation's own sign-in page in another window, and waits until the person has come back there. */
export function OrganisationProof({ name, onProved }: Props) {
  const [state, setState] = useState<'idle' | 'opening' | 'away' | 'blocked'>('idle')
  const proved = useStableCallback(onProved)
  useEffect(() => organisationVisits.onProof(proved), [proved])

  const go = async () => {
    // opened within the click, or the browser takes it for an advertisement
    const page = window.open('about:blank', '_blank', 'width=520,height=680')
    if (!page) return setState('blocked')
    setState('opening')
    try {
      const { data } = await callEndpoint(directories.begin_step_up)
      page.location.replace(organisationVisits.begin(data, { purpose: 'step_up', url: null }))
      setState('away')
    } catch {
      page.close() // the call has said why
      setState('idle')
    }
  }

  return (
    <div className={styles.organisation}>
      <Button block type="primary" loading={state === 'opening'} onClick={() => void go()}>
        {state === 'away' ? `重新打开${name}的登录页` : `去${name}验证`}
      </Button>
      <p role="status">
        {state === 'away' && '在新打开的窗口里登录，完成后这里会自动继续。'}
        {state === 'blocked' && '浏览器拦住了新窗口，请允许本站打开窗口后再试。'}
      </p>
    </div>
  )
}
