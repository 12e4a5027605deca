import { CopyText } from '#src/ui/CopyText.tsx'
import { QrImage } from '#src/ui/QrImage.tsx'
import styles from './second-factor.module.css'

interface Props {
  secret: string
  /** otpauth address of the secret. */
  uri: string
  /** What follows the code that is asked for. */
  then: string
}

const groupOfFour = /(.{4})(?=.)/g

/** How to add the secret of a second factor to an authenticator app. */
export const FactorSteps = ({ secret, uri, then }: Props) => (
  <ol className={styles.steps}>
    <li>在手机上安装身份验证器，如微软或谷歌的 Authenticator；不少密码管理器也可以。</li>
    <li>
      用它扫描二维码，或手动输入密钥：
      <div className={styles.secret}>
        <QrImage text={uri} label="身份验证器的二维码" />
        <CopyText text={secret} label="复制密钥" mono>
          <span className={styles.key}>{secret.replace(groupOfFour, '$1 ')}</span>
        </CopyText>
      </div>
    </li>
    <li>输入它显示的 6 位动态码。{then}</li>
  </ol>
)
