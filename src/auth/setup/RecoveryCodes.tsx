import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { paths } from '#src/paths.ts'
import controls from '#src/ui/controls.module.css'
import { copyText } from '#src/ui/copy-text.ts'
import { saveAsFile } from '#src/ui/download.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { RecoveryCodeList } from '#src/ui/second-factor/RecoveryCodeList.tsx'
import styles from './SetupForm.module.css'

const plain = `${controls.button} ${controls.plain}`

/** The recovery codes of the new administrator; whoever has taken them goes on to the opening checklist. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const navigate = useNavigate()
  const [taken, setTaken] = useState(false)
  const text = codes.join('\n')
  return (
    <section className={styles.form} aria-label="恢复码">
      <p className={styles.words}>
        <strong>管理员已建立，请保存恢复码</strong>
        只显示这一次。手机不在身边时用它登录，每个只能用一次；请存到手机以外的地方。
      </p>
      <RecoveryCodeList codes={codes} />
      <div className={styles.takes}>
        <button
          type="button"
          className={plain}
          onClick={() => {
            void copyText(text)
            setTaken(true)
          }}
        >
          <Icon name="copy" /> 复制
        </button>
        <button
          type="button"
          className={plain}
          onClick={() => {
            saveAsFile('恢复码.txt', `${text}\n`)
            setTaken(true)
          }}
        >
          <Icon name="download" /> 下载
        </button>
      </div>
      <label className={styles.saved}>
        <input type="checkbox" checked={taken} onChange={(event) => setTaken(event.target.checked)} />
        已经保存好了
      </label>
      <button
        type="button"
        className={`${controls.button} ${controls.primary} ${controls.large}`}
        disabled={!taken}
        onClick={() => void navigate(paths.operatorOpening, { replace: true })}
      >
        进入开业清单
      </button>
    </section>
  )
}
