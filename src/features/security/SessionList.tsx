import { Button } from 'antd'
import { account_security, type SessionInfo } from '#contract/account-security.ts'
import { useAsk } from '#src/admin/ask/confirm-dialog-context.ts'
import { Panel } from '#src/admin/layout/PagePanel.tsx'
import { SettingRow, SettingRows } from '#src/admin/layout/SettingRow.tsx'
import { useAction } from '#src/admin/use-action.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { TimeText } from '#src/ui/TimeText.tsx'
import { Tag } from '#src/ui/ToneTag.tsx'

function Device({ session: { id, device, ip, created_at, last_seen_at, ends_at, current } }: { session: SessionInfo }) {
  const { run, pending } = useAction(account_security.end_session)
  return (
    <SettingRow
      title={device}
      state={
        current && (
          <Tag tone="primary" icon="check">
            本机
          </Tag>
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
      IP {ip} · 最近活动 <TimeText at={last_seen_at} /> · 登录于 <TimeText at={created_at} /> · 最晚 <TimeText at={ends_at} />{' '}
      到期
    </SettingRow>
  )
}

/** Where the account is signed in, and signing out there. */
export function Sessions() {
  const { data, error, refetch } = useEndpoint(account_security.sessions)
  const ask = useAsk()
  const { run, pending } = useAction(account_security.end_other_sessions)
  const endOthers = () =>
    void ask.confirm({
      title: '退出其他设备',
      content: '除本机外的所有设备都要重新登录；正在运行的实例和数据不受影响。',
      okText: '退出其他设备',
      onOk: () => run(),
    })

  return (
    <Panel
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
              <Device key={session.id} session={session} />
            ))}
          </SettingRows>
        )}
      </AsyncView>
    </Panel>
  )
}
