import { describe, expect, it } from 'vitest'
import { auth, LoginForm, RegisterForm, ResetPasswordForm } from '#contract/auth.ts'
import { instances } from '#contract/instances.ts'
import { notifications } from '#contract/notifications.ts'
import { CreateInstanceForm, orders } from '#contract/orders.ts'
import { secretKeys } from '#contract/secret-keys.ts'
import { RealNameForm, users } from '#contract/users.ts'
import { wallet } from '#contract/wallet.ts'
import { listValidationMessages } from '#tests/support/messages.ts'

const phone = '13800138000'
const password = 'abcd1234'

describe('§5 Login form', () => {
  const { body } = auth.login
  it.each([
    [{ phone, password }],
    [{ phone, captcha: '123456' }],
    [{ phone: '20000000000', password, account_type: 'sub' }],
    [{ phone, password, scene_str: 's' }],
    [{ account_type: 'wechat', scene_str: 's' }],
    [{ account_type: 'wechat-bind', phone, captcha: '123456', scene_str: 's' }],
  ])('accepts %j', (form) => expect(listValidationMessages(body, form)).toEqual([]))
  it('is for a master account unless it says otherwise', () => expect(LoginForm.parse({ phone }).account_type).toBe('main'))
  it.each([
    [{}, 'phone: 请输入手机号'],
    [{ phone: '' }, 'phone: 请输入手机号'],
    [{ phone: '123', password }, 'phone: 请输入正确的手机号'],
    [{ phone }, 'password: 请输入密码或验证码'],
    [{ phone, password, captcha: '123456' }, 'password: 请输入密码或验证码'],
    [{ phone, password: '' }, 'password: 请输入密码'],
    [{ phone, captcha: '' }, 'captcha: 请输入验证码'],
    [{ phone, captcha: '1234567' }, 'captcha: 验证码最多6位'],
    [{ account_type: 'wechat' }, 'scene_str: 请先用微信扫码'],
    [{ account_type: 'wechat-bind', phone, captcha: '123456' }, 'scene_str: 请先用微信扫码'],
    [{ account_type: 'wechat-bind', captcha: '123456', scene_str: 's' }, 'phone: 请输入手机号'],
    [{ account_type: 'wechat-bind', phone, scene_str: 's' }, 'captcha: 请输入验证码'],
  ])('of %j first reads %s', (form, message) => expect(listValidationMessages(body, form)[0]).toBe(message))
  it('knows no other kind of account', () =>
    expect(listValidationMessages(body, { phone, password, account_type: 'guest' })).toHaveLength(1))
})

describe('§5 Register form', () => {
  const form = { phone, captcha: '123456', password }
  it.each([[{}], [{ invite_code: '' }], [{ invite_code: 'ABC234' }], [{ account_type: 'main' }], [{ scene_str: 's' }]])(
    'accepts %j',
    (more) => expect(listValidationMessages(RegisterForm, { ...form, ...more })).toEqual([]),
  )
  it.each([
    [{ phone: '20000000000' }, 'phone: 请输入正确的手机号'],
    [{ phone: '' }, 'phone: 请输入手机号'],
    [{ captcha: '' }, 'captcha: 请输入验证码'],
    [{ captcha: '123' }, 'captcha: 请输入4-6位数字！'],
    [{ captcha: 'abcdef' }, 'captcha: 请输入4-6位数字！'],
    [{ captcha: '1234567' }, 'captcha: 验证码最多6位'],
    [{ password: '' }, 'password: 请输入密码'],
    [{ password: 'abcdefgh' }, 'password: 请输入8-16位包含数字、字母和符号至少任意两种的密码'],
    [{ invite_code: 'ABC' }, 'invite_code: 邀请码为6位'],
  ])('of %j reads %s', (change, message) =>
    expect(listValidationMessages(RegisterForm, { ...form, ...change })).toEqual([message]),
  )
  it('opens master accounts only', () =>
    expect(listValidationMessages(RegisterForm, { ...form, account_type: 'sub' })).toHaveLength(1))
})

describe('§5 Reset form', () => {
  it('says what is missing at each field', () =>
    expect(listValidationMessages(ResetPasswordForm, {})).toEqual([
      'phone: 请输入手机号',
      'captcha: 请输入验证码',
      'password: 请输入密码',
    ]))
  it('accepts what registration accepts', () =>
    expect(listValidationMessages(ResetPasswordForm, { phone, captcha: '1234', password })).toEqual([]))
})

describe('§7 Send code', () => {
  const { body } = auth.send_captcha
  it.each(['login', 'reset_password', 'register', 'wechat_bind'])('may be for %s', (captchaType) =>
    expect(listValidationMessages(body, { phone, captcha_type: captchaType })).toEqual([]),
  )
  it('knows no other purpose', () => expect(listValidationMessages(body, { phone, captcha_type: 'withdraw' })).toHaveLength(1))
})

describe('product §6 Real name form', () => {
  const form = { name: '张三', id_number: '11010519491231002X', consent: true }
  it.each([[{}], [{ name: '买买提·吐尔逊' }], [{ name: ' 张三 ' }], [{ id_number: '11010519491231002x' }]])(
    'accepts %j',
    (change) => expect(listValidationMessages(RealNameForm, { ...form, ...change })).toEqual([]),
  )
  it.each([
    [{ name: '' }, 'name: 请输入真实姓名'],
    [{ name: undefined }, 'name: 请输入真实姓名'],
    [{ name: '张' }, 'name: 请输入身份证上的中文姓名'],
    [{ name: 'Zhang San' }, 'name: 请输入身份证上的中文姓名'],
    [{ name: '张3' }, 'name: 请输入身份证上的中文姓名'],
    [{ id_number: '' }, 'id_number: 请输入身份证号！'],
    [{ id_number: '110105194912310021' }, 'id_number: 请输入正确的身份证号！'],
    [{ consent: false }, 'consent: 请同意处理身份信息'],
    [{ consent: undefined }, 'consent: 请同意处理身份信息'],
  ])('of %j reads %s', (change, message) =>
    expect(listValidationMessages(RealNameForm, { ...form, ...change })).toEqual([message]),
  )
})

describe('product §4 Create-instance form', () => {
  const form = { product_id: 'p', gpu_num: 1, image_id: 'i', data_disk: 50, charge_rule: 'hour', nick_name: '训练' }
  it('is complete without a key, for one unit', () =>
    expect(CreateInstanceForm.parse(form)).toMatchObject({ secret_key_id: null, quantity: 1 }))
  it.each([
    [{ gpu_num: 0 }, 'gpu_num: 至少 1 张卡'],
    [{ gpu_num: 9 }, 'gpu_num: 最多 8 张卡'],
    [{ data_disk: 49 }, 'data_disk: 数据盘至少 50 GB'],
    [{ data_disk: 2001 }, 'data_disk: 数据盘最多 2000 GB'],
    [{ data_disk: 50.5 }, 'data_disk: 数据盘须为整数 GB'],
    [{ data_disk: '50' }, 'data_disk: 请输入数据盘大小'],
    [{ quantity: 0 }, 'quantity: 至少 1'],
    [{ quantity: 53 }, 'quantity: 最多 52'],
    [{ nick_name: ' ' }, 'nick_name: 请输入实例名称'],
    [{ nick_name: '名'.repeat(41) }, 'nick_name: 实例名称最多 40 个字'],
    [{ product_id: '../p' }, 'product_id: 编号格式有误'],
  ])('of %j reads %s', (change, message) =>
    expect(listValidationMessages(CreateInstanceForm, { ...form, ...change })).toContain(message),
  )
  it.each([[{ charge_rule: 'month' }], [{ gpu_num: 1.5 }], [{ gpu_num: '1' }]])('refuses %j', (change) =>
    expect(listValidationMessages(CreateInstanceForm, { ...form, ...change })).toHaveLength(1),
  )
})

describe('What else people fill in', () => {
  it.each([
    [users.update.body, { nickname: '' }, 'nickname: 请输入昵称'],
    [users.update.body, { nickname: 'x'.repeat(21) }, 'nickname: 昵称最多 20 个字'],
    [instances.update.body, { nick_name: '' }, 'nick_name: 请输入实例名称'],
    [secretKeys.create.body, { mode: 'import', name: 'a', public_key: '' }, 'public_key: 请粘贴公钥'],
    [secretKeys.create.body, { mode: 'import', name: 'a' }, 'public_key: 请粘贴公钥'],
    [secretKeys.create.body, { mode: 'import', name: 'a', public_key: 'x'.repeat(8193) }, 'public_key: 公钥过长'],
    [secretKeys.create.body, { mode: 'generate', name: '' }, 'name: 请输入密钥名称'],
    [notifications.read.body, {}, 'ids: 请选择通知'],
    [notifications.remove.body, { ids: [] }, 'ids: 请选择通知'],
    [notifications.read.body, { ids: Array(101).fill('a') }, 'ids: 一次最多 100 条'],
    [wallet.recharge.body, { amount: '', channel: 'alipay' }, 'amount: 请输入金额'],
    [wallet.recharge.body, { amount: '0', channel: 'alipay' }, 'amount: 请输入最多保留两位小数的正数！'],
  ])('reads its message (%#)', (schema, value, message) => expect(listValidationMessages(schema, value)).toContain(message))

  it('a list asks for page 1 of 10 unless told otherwise, and for 100 rows at most', () => {
    const { query } = orders.list
    expect(query.parse({})).toEqual({ page: 1, page_size: 10 })
    expect(query.parse({ page: '3', page_size: '100', order: 'asc', sort: 'amount' })).toMatchObject({ page: 3, page_size: 100 })
    for (const wrong of [{ page: '0' }, { page_size: '101' }, { page_size: '0' }, { page: 'x' }, { order: 'up' }, { sort: 'id' }])
      expect(listValidationMessages(query, wrong)).toHaveLength(1)
  })
})
