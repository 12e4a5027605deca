import { limits } from '#contract/limits.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import styles from './RealNamePurpose.module.css'

const answers: readonly [string, string][] = [
  ['为什么需要', '租用算力前须核验使用者身份。认证通过后即可下单，每个账号只需一次。'],
  ['如何核验', '姓名与身份证号由核验服务或审核人员比对，不采集人脸；企业与高校认证由审核人员核对证件照片。'],
  ['如何保存', '加密存储，页面上只显示打码后的内容；证件照片在审核结束后删除。查看完整号码须验证身份，并留下记录。'],
  ['有什么限制', `一个身份证号只能认证一个账号；未满 ${limits.minGuardianAge} 周岁需由监护人办理，请联系客服。`],
]

/** What the data is for and what becomes of it, said before it is asked for. */
export function RealNamePurpose() {
  return (
    <PagePanel title="关于实名认证">
      <dl className={styles.answers}>
        {answers.map(([question, answer]) => (
          <div key={question}>
            <dt>{question}</dt>
            <dd>{answer}</dd>
          </div>
        ))}
      </dl>
    </PagePanel>
  )
}
