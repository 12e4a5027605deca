import { Button } from 'antd'
import { accountSecurity, type SessionInfo } from '#contract/account-security.ts'
import { useConfirmDialogs } from '#src/admin/ask/confirm-dialog-context.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { SettingRow, SettingRows } from '#src/admin/layout/SettingRow.tsx'
import { useAction } from '#src/admin/use-action.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { TimeText } from '#src/ui/TimeText.tsx'
import { ToneTag } from '#src/ui/ToneTag.tsx'

function SessionRow({
  session: { id, device, ip, created_at: createdAt, last_seen_at: lastSeenAt, ends_at: endsAt, current },
}: {
  session: SessionInfo
}) {
  const { run, pending } = useAction(accountSecurity.end_session)
  return (
    <SettingRow
      title={device}
      state={
        current && (
          <ToneTag tone="primary" icon="check">
            本机
          </ToneTag>
        )
      }
      action={
        !current && (
          <Button loading={pending} aria-label={`退出 ${device}`} onClick={() => void run({ params: { id } })}>
            退出
          </Button>
        )
      }
    >
      IP {ip} · 最近活动 <TimeText at={lastSeenAt} /> · 登录于 <TimeText at={createdAt} /> · 最晚 <TimeText at={endsAt} /> 到期
    </SettingRow>
  )
}

/** Where the account is signed in, and signing out there. */
export function SessionList() {
  const { data, error, refetch } = useEndpoint(accountSecurity.sessions)
  const ask = useConfirmDialogs()
  const { run, pending } = useAction(accountSecurity.end_other_sessions)
  const endOthers = () =>
    void ask.confirm({
      title: '退出其他设备',
      content: '除本机外的所有设备都要重新登录；正在运行的实例和数据不受影响。',
      okText: '退出其他设备',
      onOk: () => run(),
    })

  return (
    <PagePanel
      title="登录设备"
      extra={
        data &&
        data.length > 1 && (
          <Button loading={pending} onClick={endOthers}>
            退出其他设备
          </Button>
        )
      }
    >
      <AsyncView data={data} error={error} errorTitle="登录设备加载失败" onRetry={() => void refetch()}>
        {(sessions) => (
          <SettingRows>
            {sessions.map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </SettingRows>
        )}
      </AsyncView>
    </PagePanel>
  )
}
