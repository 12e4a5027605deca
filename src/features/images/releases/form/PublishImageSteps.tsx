import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import styles from './Release.module.css'

/** What becomes of a version after it was handed in, and what it must not contain. */
export const PublishImageSteps = () => (
  <PagePanel title="提交之后">
    <ol className={styles.steps}>
      <li>
        <strong>准备</strong>复制私有镜像的内容，通常几分钟。
      </li>
      <li>
        <strong>审核</strong>运营人员试用并核对说明，结果以通知告诉你；驳回会写明原因，修改后可以再次提交。
      </li>
      <li>
        <strong>发布</strong>出现在社区，别人可以收藏和创建实例。
      </li>
    </ol>
    <p className={styles.help}>
      提交前请确认镜像里没有令牌、密码和私钥：命令历史和密钥文件保存时已滤掉，自己写进配置文件的不会。许可要允许再分发。
    </p>
  </PagePanel>
)
