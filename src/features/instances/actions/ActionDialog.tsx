import { Checkbox } from 'antd'
import { useState } from 'react'
import type { Instance } from '#contract/instances.ts'
import { computeCurrentHourPrice } from '#src/features/instances/instance-text.ts'
import ForecastLines from '#src/features/instances/settings/ForecastLines.tsx'
import { ActionFacts } from './ActionFacts.tsx'
import { ActionModal } from './ActionModal.tsx'
import {
  computeMissingDisks,
  formatDiskLoss,
  formatLossConsent,
  type PowerActionName,
  releaseConsent,
  toPowerEndpoint,
} from './power-actions.ts'
import { useInstanceAction } from './use-instance-action.ts'

interface Props {
  action: PowerActionName
  instance: Instance
  onClose: () => void
}

/** One click, and what it touches of this very instance. */
export function ActionDialog({ action, instance, onClose }: Props) {
  const lost = computeMissingDisks(action, instance)
  const [agreed, setAgreed] = useState(action !== 'release' && lost.length === 0)
  const { act, acting, failure } = useInstanceAction(toPowerEndpoint(action), instance, onClose)
  const asked =
    action === 'start_without_gpu'
      ? { ...instance, price_hour: computeCurrentHourPrice({ ...instance, gpu_mode: 'none' }) }
      : instance

  return (
    <ActionModal
      action={action}
      instance={asked}
      ready={agreed}
      acting={acting}
      failure={failure}
      effect={lost.length > 0 ? formatDiskLoss(lost) : undefined}
      onAct={() => act(lost.length > 0 ? { accept_lost: [...lost] } : undefined)}
      onClose={onClose}
    >
      <ActionFacts action={action} instance={asked} />
      {/* What stops the spending says what has been spent, and what would be. */}
      {action === 'shutdown' && instance.charge_rule === 'hour' && <ForecastLines id={instance.id} />}
      {(action === 'release' || lost.length > 0) && (
        <Checkbox checked={agreed} onChange={({ target }) => setAgreed(target.checked)}>
          {action === 'release' ? releaseConsent : formatLossConsent(lost)}
        </Checkbox>
      )}
    </ActionModal>
  )
}
