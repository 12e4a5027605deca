import { KeyAlgorithm, secretKeys } from '#contract/secret-keys.ts'
import { defineResource } from '#src/admin/define-resource.ts'
import { paths } from '#src/paths.ts'

const generatedAlgorithms = { [KeyAlgorithm.enum.ed25519]: 'Ed25519', [KeyAlgorithm.enum.rsa]: 'RSA' }
const algorithms = { ...generatedAlgorithms, [KeyAlgorithm.enum.ecdsa]: 'ECDSA' }

/** SSH key pairs, generated here or pasted; the platform stores only the public key. */
export default defineResource({
  name: 'keys',
  label: 'SSH 密钥',
  meaning: '创建实例时选一把密钥，之后用私钥登录，不再需要密码。平台只保存公钥。',
  path: paths.secretKeys,
  nav: { group: 'compute', order: 50, icon: 'key' },
  api: {
    list: secretKeys.list,
    one: secretKeys.get,
    create: secretKeys.create,
    update: secretKeys.update,
    remove: secretKeys.remove,
  },
  title: (key) => key.name,
  columns: [
    { field: 'name', title: '名称' },
    { field: 'algorithm', title: '类型', text: (key) => `${algorithms[key.algorithm]} · ${key.bits} 位` },
    { field: 'fingerprint', title: '指纹', type: 'copy', label: '复制指纹' },
    { field: 'created_at', title: '创建时间', type: 'time' },
  ],
  details: [{ field: 'public_key', title: '公钥', type: 'copy', label: '复制公钥' }],
  filters: { algorithm: { label: '类型', options: algorithms } },
  search: '搜索名称或指纹',
  form: {
    create: [
      {
        name: 'mode',
        label: '方式',
        input: 'radio',
        options: { generate: '生成密钥对', import: '导入已有公钥' },
        initial: 'generate',
      },
      { name: 'name', label: '密钥名称', placeholder: '例如 实验室工作站' },
      {
        name: 'algorithm',
        label: '类型',
        input: 'radio',
        options: generatedAlgorithms,
        initial: KeyAlgorithm.enum.ed25519,
        help: '没有特别要求时用 Ed25519；只有很旧的 SSH 客户端才需要 RSA。',
        when: ({ mode }) => mode === 'generate',
      },
      {
        name: 'public_key',
        label: '公钥',
        input: 'textarea',
        placeholder: 'ssh-ed25519 AAAA…',
        help: '支持 Ed25519、ECDSA 和 3072 位以上的 RSA。通常在 ~/.ssh/id_ed25519.pub，请勿粘贴私钥。',
        when: ({ mode }) => mode === 'import',
      },
    ],
    update: [{ name: 'name', label: '密钥名称' }],
    updateLabel: '改名',
  },
  created: () => import('./PrivateKeyDialog.tsx'),
  remove: { effect: '删除后不能再选这把密钥创建实例；已经在用它的实例不受影响，仍可用原来的私钥登录。' },
  empty: { title: '还没有 SSH 密钥', hint: '生成一对密钥，或导入本机的公钥，之后创建的实例就能免密码登录。' },
})
