/**
 * The passwords people choose most among those the password rule lets pass (requirements §5), in lower case.
 * Lists of leaked Chinese and international passwords agree on these.
 */
export const commonPasswords: ReadonlySet<string> = new Set(
  `
  1234567a 1234567q 12345678a 12345678q 12345678z 123456789a 123456789q 123456789z 123456789abc 1234567890a 1234567890q
  123456a123 123456aa 123456ab 123456abc 123456abcd 123456as 123456asd 123456qq 123456qw 123456qwe 123456qwer 123456qwerty
  123456zx 123456zxc 123abc123 123abc456 123qwe123 123qwe456 123qweasd 123qweasdzxc 123qwe!@# 123123abc 123123aa 123123qwe
  123321aa 123321abc 12qwaszx 1314520a 1314woaini 147258369a 159357qq 1a2b3c4d 1a2b3c4d5e 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y
  1qaz1qaz 1qaz2wsx 1qaz2wsx3edc 1qaz@wsx 1qaz!qaz 1qazxsw2 1qaz!@#$ 112233aa 112233abc 111111aa 111111abc 11111111a 111111qq
  000000aa 00000000a 110110aa 520520aa 5201314a 5201314aa 5201314abc 5201314q 5201314qq 520woaini 521521aa 584520aa 666666aa
  66666666a 77585210a 7758521a 7758521qq 77777777a 88888888a 888888aa 987654321a 987654321q 987654321abc 963852741a
  a000000000 a00000000 a1111111 a11111111 a111111111 a123123123 a12312312 a1231234 a1234567 a12345678 a123456789 a1234567890
  a123456a a123456b a123456789b a123654789 a1314520 a147258369 a159357258 a1a2a3a4 a1b2c3d4 a1b2c3d4e5 a1s2d3f4 a321654987
  a5201314 a520131 a520520520 a654321a a7758521 a77585210 a87654321 a88888888 a987654321 aa000000 aa111111 aa11223344 aa112233
  aa123123 aa123321 aa123456 aa1234567 aa12345678 aa123456789 aa123456. aa123456! aa123456@ aa5201314 aa520520 aa654321
  aa666666 aa7758521 aa888888 aaa111111 aaa123123 aaa123456 aaa12345 aaaa1111 aaaa1234 aaaaaaaa1 ab123456 ab12345678
  abc12345 abc123123 abc123321 abc123456 abc123456! abc123456@ abc1234567 abc12345678 abc123456789 abc123abc abc@123456 abc@1234
  abcd1234 abcd1234! abcd12345 abcd123456 abcd@1234 abcde12345 abcde123 abcdef123 abcdef123456 abcdefg1 abcdefg123 abcabc123
  admin123 admin1234 admin12345 admin123456 admin@123 admin@1234 admin888 admin!@#$ admin666 administrator1 asd12345 asd123123
  asd123456 asd123456789 asd123asd asdasd123 asdasd123456 asdf1234 asdf123456 asdfgh123 asdfghjkl1 asdqwe123 as123456 as12345678
  baobao123 baobei520 baobei123 charlie1 changeme1 computer1 dragon123 football1 google123 hello123 hello1234 hello123456
  huawei123 huawei@123 iloveyou1 iloveyou123 iloveyou520 iloveu520 iloveu1314 jiayou123 killer123 letmein1 letmein123 liverpool1
  love1314 love123456 love5201314 love520520 lovelove1 lovely123 master123 michael1 mima123456 monkey123 nihao123 nihao123456
  p@55w0rd p@ssw0rd p@ssw0rd1 p@ssw0rd123 p@ssword p@ssword1 p@ssword123 pass1234 pass12345 pass123456 pass@123 pass@word1
  passw0rd passw0rd1 passw0rd123 passw0rd! password! password1 password1! password12 password123 password123! password1234
  password@123 princess1 pokemon123 q1111111 q11111111 q123123123 q1231234 q1234567 q12345678 q123456789 q1234567890 q123456q
  q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6 q5201314 qa123456 qaz123456 qaz123wsx qazwsx12 qazwsx123 qazwsx123456 qazwsxedc1
  qazwsxedc123 qq111111 qq112233 qq123123 qq123321 qq123456 qq1234567 qq12345678 qq123456789 qq1314520 qq5201314 qq520520
  qq666666 qq7758521 qq88888888 qqq11111 qqq111111 qqq123456 qw123456 qwe12345 qwe123123 qwe123321 qwe123456 qwe123456789
  qwe123qwe qwe!@#123 qweasd123 qweasdzxc1 qweasdzxc123 qweqwe123 qwer1234 qwer1234! qwer12345 qwer123456 qwer@1234 qwerty12
  qwerty123 qwerty123! qwerty1234 qwerty12345 qwerty123456 qwertyuiop1 qwert12345 qwert123 root1234 root123456 samsung1 sa123456
  shadow123 starwars1 sunshine1 superman1 test1234 test12345 test123456 test@123 trustno1 tian5201314 w123456789 w12345678
  w1234567 wang123456 wang1234 wangjian1 wangyi163 weichat123 welcome1 welcome123 welcome@123 whatever1 wo123456 woaini11
  woaini111 woaini12 woaini123 woaini1314 woaini123456 woaini1314520 woaini520 woaini5201314 woaini521 woaiwojia1 woaiwojia520
  www123456 x123456789 x12345678 xiaoming123 xiaoxiao1 xiaoxiao123 z123456789 z12345678 z1234567 zaq12wsx zaq1zaq1 zaq1@wsx
  zhang123 zhang123456 zhangwei1 zhangwei123 zhisuan1 zhisuan12 zhisuan123 zhisuan1234 zhisuan123456 zhisuan@123 zhisuan2026
  zx123456 zxc12345 zxc123123 zxc123456 zxc123456789 zxc123zxc zxcv1234 zxcv123456 zxcvbn123 zxcvbnm1 zxcvbnm12 zxcvbnm123
  zxczxc123 zz123456 zzz123456 !qaz2wsx !@#123qwe !@#$1234 !@#$%^123 1!2@3#4$
  `
    .trim()
    .split(/\s+/),
)
