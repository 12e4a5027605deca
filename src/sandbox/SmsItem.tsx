import type { CaptchaPurpose } from '#contract/auth.ts'
import { limits } from '#contract/limits.ts'
import { CopyText } from '#src/ui/CopyText.tsx'
import { TimeText } from '#src/ui/TimeText.tsx'
import styles from './SmsItem.module.css'
import type { ReceivedSms } from './use-inbox.ts'

const smsPurposeLabels: Record<CaptchaPurpose, string> = {
  login: '登录',
  register: '注册',
  reset_password: '重置密码',
  wechat_bind: '绑定微信',
  step_up: '身份验证',
  change_phone: '更换手机号',
  sub_account: '接受子账号邀请',
}

/** Returns the purpose of a code; a type unknown to this build is shown as is. */
const formatSmsPurpose = (type: string): string => (smsPurposeLabels as Record<string, string>)[type] ?? type

const minutes = limits.captchaValidSeconds / 60

/** One text message as a phone shows it. */
export function SmsItem({ sms }: { sms: ReceivedSms }) {
  return (
    <li className={styles.sms}>
      <p className={styles.head}>
        <strong>{sms.phone}</strong>
        <TimeText at={sms.at} />
      </p>
      {sms.text === undefined ? (
        <>
          <p className={styles.words}>
            {formatSmsPurpose(sms.type)}验证码，{minutes} 分钟内有效
          </p>
          <p className={styles.code}>
            <CopyText text={sms.code} label={`复制 ${sms.phone} 的验证码`} mono />
          </p>
        </>
      ) : (
        <p className={styles.text}>{sms.text}</p>
      )}
    </li>
  )
}
