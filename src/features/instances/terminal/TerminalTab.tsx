import { Suspense, useState } from 'react'
import { canPerform } from '#src/features/instances/actions/power-actions.ts'
import type { InstanceDetail } from '#src/features/instances/detail/instance-detail.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { TerminalSkeleton } from './TerminalSkeleton.tsx'

const TerminalView = lazyPart(() => import('./TerminalView.tsx'))

/** Terminal of a running instance. Once opened it stays mounted, so the last output of a session remains readable. */
export default function TerminalTab({ instance }: { instance: InstanceDetail }) {
  const able = canPerform('terminal')(instance)
  const [opened, setOpened] = useState(able)
  if (able && !opened) setOpened(true)

  if (!opened) {
    return <EmptyState title="实例不在运行" hint="进入「运行中」后即可在这里使用终端，不需要安装任何软件。" />
  }
  return (
    <Suspense fallback={<TerminalSkeleton />}>
      <TerminalView id={instance.id} name={instance.nick_name} able={able} />
    </Suspense>
  )
}
