import { notificationPreferences } from '#contract/notification-preferences.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import styles from './NotificationPreferencePanel.module.css'
import { PreferenceTable } from './PreferenceTable.tsx'

/** Which class of messages goes which way, and why some of it cannot be chosen. */
export function NotificationPreferencePanel() {
  const { data, error, refetch } = useEndpoint(notificationPreferences.get)
  return (
    <PagePanel title="消息偏好">
      <AsyncView
        data={data}
        error={error}
        errorTitle="消息偏好加载失败"
        onRetry={() => void refetch()}
        skeleton={<SkeletonRows rows={7} columns={5} />}
      >
        {(preferences) => <PreferenceTable preferences={preferences} />}
      </AsyncView>
      <ul className={styles.notes}>
        <li>系统、欠费和释放消息的站内渠道始终开启：它们是平台对你的账号、余额和数据做了什么的记录。</li>
        <li>关闭站内后消息仍保存在列表里，只是不计入未读，也不弹出提醒。</li>
        <li>短信只用于到期、欠费、释放和余额，每天最多 5 条。</li>
      </ul>
    </PagePanel>
  )
}
