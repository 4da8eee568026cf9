"""The smallest pictures of the formats that a module each reads: TIFFs by script; AVIF, HEIC and JPEG XL as avifenc 0.11,
heif-enc 1.15 and cjxl 0.7 made them of a gradient of 12 x 8 pixels of ours, so that there are some where these are not."""
import base64
import struct
import zlib

MADE = {
    "gray.avif":
        '0000WW^{RQVRmU|00000VRmU|ZE0pPZE0a<O+hh10002;ZDn*}000000000eXk=`10000000000aA{+7000000000000000Y-'
        'wU)c4=k+0000EaA|aH000000096103K;<Z({%e002Y)00962000010003R0001F0000eX=!d|000000096102*m-'
        'W@Q2Z00001003cjFfl`KY;SS^0001LX>f9I0000>X>en20000KX>)L8000000000C000080000GaA|mH000000|*ER0000CVRkV?fgk_?0000J'
        'V{dG7ZewhC0096E004jh000+haBX1#00000000310R#a8g9HEo0Bmh!VRRAz3J5q1udslIfDkfP5C8z)*=sYO3~Yqvn6V@}>WVylNv6*Cy5U3k'
        'c1a~l&QlEV_#ZDQk0VQL-%IShoGF$%@N(ud1e)LIK!mZLjbVSsMC}2&6aAOd0L&jOd`+qh;XV',
    "alpha-turned.avif":
        '0000WW^{RQVRmU|00000VRmU|ZE0pPZE0a<O+hh10004@ZDn*}000000000eXk=`10000000000aA{+7000000000000000Y-'
        'wU)c4=k+0000EaA|aH000000096104!;2Z({%e002Y)00IC3000010005#0000i00IC2009610m%RW03QGV077YLZe{=g000020000QX>Mj^0s'
        'sI200961VRkSvLvL(vasU7T02*m-'
        'W@Q2Z00002003cjFfl=FaA;uw0000QX>w&|000000000EVRd+H00IC3009610M}`7a&Q0u0Iz9qV{ZTe02FC+aAg1h0000001N;C00;m801$9#'
        'cxeCt0009B2nYZG01RPvF++hM00000025<xY;ta6Y<K_+01W^JfB*mh32Aa~bO8VW010VrX>tGn000hfX?SS>000012mk;83}JRLLxBJs00000'
        'IAL{oLjV8(0CjS1I&E-'
        'eXF6?gWoJS<V`*b>I&*n*bY*RGI$?EqX>4g>a(OyoY;b5{00000AZc)IVE_OC000000ssL90Rn>rg@ynE1OW$#2><{9Q*C5nbP@mx1sDvku&6Q'
        '=5CGkTNz%)XE)nCmmhOoo0nHkq5&#MaI1I0_h6aO3G9DPf4K&k407~-|bK+!|Tk0|V`j2qlynEU`K=m3}',
    "ten.avif":
        '0000WW^{RQVRmU|00000VRmU|ZE0pPZE0a<O+hh10002;ZDn*}000000000eXk=`10000000000aA{+7000000000000000Y-'
        'wU)c4=k+0000EaA|aH000000096103K;<Z({%e002Y)00962000010003R0000i0000eX=!d|000000096102*m-'
        'W@Q2Z00001003cjFfl`KY;SS^0001LX>f9I0000>X>en20000KX>)L8000000000C000080000GaA|mH000000}2WX0000CVRkV?fgnHt0000J'
        'V{dG7ZewhC0096E00w{n000+haBX1#00000000310R#a8g9HEo05ol6VRRAz3J5q1ud#rJgGe$S7{C!l6hr_@^AvO9WS3eAR$!5D67d1ix+&}H'
        't*`',
    "plain.heic":
        '0000SW^{RQXk}?*00000ZE0pPXk}?*ZE0a<00054ZDn*}000000000XXk=`10000000000aA{+7000000000000000000004sdC7Z2$lO00062'
        '000naWMOmw000003;+lK001~?Y;R)$0000)KmY;&0RR9100001(EtGe00000002J#0ssL3000000003100000000O8001~?X>Mi!000000ssI2'
        '6=`l}WdZ;I0RRC20BCk&F#rGn02OI&W@Q2Z00002003ulX=DHZ007u&aB^?}006dWaAR)(004Gqc4I>U18@KU000000000U@BsY%`1k+-'
        '4+9_o0RR|40Sp2E{{wIU00RJ!0009300RIXx&lBU0096hLID8-'
        'Z~y=U0FVFx0{{R603M(qfd!W8uA1iHKtRBN00093fB*mk0E8j{0RRR>0l{;@i2wiq6lrsCWdHyG00000KmY&$KmY&$6lrsCWdHyG000003;+NC'
        '2mk;85O8UDX#fBK00RgJ2mk;88fkECVE_OC000000ssL5fdT*m0t18q000_ka%E-'
        '!00000000hTX>Df!0ssL30RR91M{Q(bbN~PVJ17CKQWtA9=K7yGPDIhSS<DIzNp`Y<w03rJ!TGSOBbAoLxL^+y)~RpYWf(eCuAqw3hoVTS!_^l'
        'q',
    "alpha.heic":
        '0000SW^{RQXk}?*00000ZE0pPXk}?*ZE0a<0008~ZDn*}000000000XXk=`10000000000aA{+7000000000000000000004sdC7Z2$lO00062'
        '000<iWMOmw000003;+lK000003;+lK003ZVY;R)$0000)KmY^)0RR9100003AOHaX00000002J#0ssL3000000003100000000O80{{R300003'
        'UjP9B00000001cf1ONd50000000031000O8000O8003fXX>Mi!000001ONa46=`l}WdZ;I0RRC20BCk&F#rGn02OI&W@Q2Z00002003ulX=DHZ'
        '000$fZf0cy000310{{SMc4ILB0000LX>Mj^0ssI200aO4XL4y|00001v1xE}Z~y=SglTYNZvX%Qc4&5ELjePD000000000003PrF{Qda&000jI'
        'AOHaX7(f9G0ssF4Z~y=U0FVFx0{{R603NymKp_AD04hQO0RwOV00RJ!0009300RIXpdf(-mg=sW=HNg;z<>Y%0|0;k00RJoA^-'
        'sZ21EhDbHRxK000zeb8uw<00000002M$002M$000zeb8uw<00000000aC000O8000nhX?SS>000032nYxO0041lc4I>U1PA~C000000000U@Bs'
        'Y$`1k+-'
        '4+9_o0RR_30Sp2E{{#pC00RJ@_y7O{0017k0ze@E0RSdK0RaRE00093pZEX(0{{RXz=8x8TdKNin*sm;0{{X500RI55F!8p00u+>!E?ch0000K'
        'X>)L8000000000$0000$0000KX>)L8000000000C000080000EaA|mH000000SEv904HH}ctZdH004DzZaQsnWoJ5QWp-maGB7bUI$?EqX=FMv'
        '00000C24SNVE_OC000001ONd7fdT*m0t18q0|JEx00aXEh=~9I05)lIWo7^X0000001jknZD#-'
        'i009620000EWNB?@00aO500RI301jbwcx(U!009630001RZDe6|0000xC;_ih7i%=;`ky&YMA5fd%nA)jcCvxAc6M>W`LL@am6pZ0U=I}5sc+n'
        '67&=t0po-InqDZO3)fX-R001Q@0j{Ja$-uO9r;OpDrqdGXKq5pu^;;_8L?qrov{qsPr}01h',
    "gray.jxl":
        '{|W&?P+SNI0s#PY082P%n8Jhi6%-`Jgaz<u+qP{B0000000000000',
    "alpha.jxl":
        '{|W)Yg5p952oL~R0ZS-0Rv+9cD3}m|9uQ*?A}VUf7>|y}1MF!M#RB-'
        '#wgv!ACjbCITZow3Z<{?44IL5X%{sRg;hYZ_bKXBQ(^^l=XstETjMiG0+<#K}$G#Q-xC;O',
    "lossy.jxl":
        '{|W&?LUADhFafJ_2>^f!l~KkGUe5J=`JuyN+QxN;w%WF^gt6IP7$hXcMIkS?-HJpBzUZ3gY&hH*A9PBUBvKN2yI(63A)x)E*SVq$K+Q*bN;C',
    "boxed.jxl":
        '0000CN?1%F4GM<}0000KW^{RQYItlQ00000YItlQ0001QYItm8{|W&?LUADg5{Lo-WC2~}5&!@dDx-`WyqxR#@<WHkw2kWwZMAJ-'
        'NutO&Hc2ONND^zfT?Byy&=1VKJem$HGz|MDR7oN=&wH`=chij$6@c!4%=P?gRohh100My8A3075wPrK',
    "inks.jxl":  # CMYK, by libjxl's encoder: libjxl has no program that writes it
        '0000CN?1%F4GM<}0000KW^{RQYItlQ00000YItlQ00009YItmH3IG5AhiZ6iWB&>P!6*Pi=>{ZB14P?A&E)5G4+^1Ld5Ql5{XpW!d%Hp(4E$xZO'
        '8&4dQ=b6{2oL})0ZSN@ZX6s;F;ZY@3?3X~bPVPbS&lI{8iQq{51^LaHUIz=k>ocf528pZ6FESBx{6l-RpkKw$^n4(51XIMW+}Gq((6yEJt)ip',
}


def made(suffix):
    """(name, bytes)."""
    for name, text in MADE.items():
        if name.endswith(suffix):
            yield name, base64.b85decode(text)


def tiff(samples, bits, width=9, height=7, *, photometric=None, packing=1, order="<", tile=None, more=(), after=b"", data=None):
    """`more`: (tag, kind, values) beside what every TIFF has, or in its place; `data` in the place of a pattern."""
    if photometric is None:
        photometric = 2 if samples >= 3 else 1
    rows, columns = (tile, tile) if tile else (height, width)
    if data is None:
        data = bytes(i * 37 % 256 for i in range((columns * samples * bits + 7) // 8 * rows)) * (4 if tile else 1)
    parts = [data[:len(data) // 4]] * 4 if tile else [data]
    if packing == 8:
        parts = [zlib.compress(part) for part in parts]
    offsets = [8 + sum(map(len, parts[:i])) for i in range(len(parts))]
    entries = [(256, "I", [width]), (257, "I", [height]), (258, "H", [bits] * samples), (259, "H", [packing]),
               (262, "H", [photometric]), (277, "H", [samples])]
    if tile:
        entries += [(322, "I", [tile]), (323, "I", [tile]), (324, "I", offsets), (325, "I", list(map(len, parts)))]
    else:
        entries += [(273, "I", offsets), (278, "I", [height]), (279, "I", [len(parts[0])])]
    entries = {entry[0]: entry for entry in [*entries, *more]}.values()
    at = 8 + sum(map(len, parts))
    behind, table, far = at + 2 + 12 * len(entries) + 4, b"", b""
    for tag, kind, values in sorted(entries):
        packed = struct.pack(f"{order}{len(values)}{kind}", *values)
        if len(packed) > 4:
            packed, far = struct.pack(order + "I", behind + len(far)), far + packed
        table += struct.pack(order + "HHI", tag, {"B": 7, "H": 3, "I": 4, "c": 2}[kind], len(values)) + packed.ljust(4, b"\0")
    return ((b"II*\0" if order == "<" else b"MM\0*") + struct.pack(order + "I", at) + b"".join(parts)
            + struct.pack(order + "H", len(entries)) + table + bytes(4) + far + after)


def tiffs(profile):
    """(name, bytes) of every kind; `profile` is of RGB."""
    for bits in (1, 4, 8, 12, 16, 32):
        yield f"gray-{bits}.tif", tiff(1, bits)
    for order in "<>":
        yield f"rgb-16{ord(order)}.tif", tiff(3, 16, order=order)
    yield "real.tif", tiff(3, 32, more=[(339, "H", [3] * 3)])
    for bits in (8, 12, 16, 32):
        yield f"signed-{bits}.tif", tiff(1, bits, more=[(339, "H", [2])])
    for bits in (16, 32, 64):
        yield f"real-{bits}.tif", tiff(1, bits, more=[(339, "H", [3]), (42113, "c", [b"-", b"9", b"\0"])])
    yield "alpha-behind.tif", tiff(5, 8, more=[(338, "H", [0, 2])])
    yield "palette-alpha.tif", tiff(2, 8, photometric=3, more=[(320, "H", [i * 80 for i in range(768)]), (338, "H", [2])])
    yield "no-palette.tif", tiff(1, 8, photometric=3)
    for photometric, bits in ((8, 16), (9, 8), (9, 16)):
        yield f"lab-{photometric}-{bits}.tif", tiff(3, bits, photometric=photometric)
    yield "thumbnail.tif", tiff(1, 8, more=[(254, "I", [1]), (330, "I", [8])])  # and a directory below it that makes no sense
    yield "alpha.tif", tiff(4, 8, more=[(338, "H", [2])])
    yield "premultiplied.tif", tiff(4, 8, more=[(338, "H", [1]), (274, "H", [6])])
    yield "planes.tif", tiff(1, 8, tile=None, more=[(284, "H", [2])])
    yield "palette.tif", tiff(1, 4, photometric=3, more=[(320, "H", [i * 1000 for i in range(48)])])
    yield "white-is-0.tif", tiff(1, 8, photometric=0)
    yield "inks.tif", tiff(4, 8, photometric=5)
    yield "lab.tif", tiff(3, 8, photometric=8)
    yield "ycbcr.tif", tiff(3, 8, photometric=6, more=[(530, "H", [1, 1])])
    yield "deflate.tif", tiff(3, 8, packing=8)
    yield "packbits.tif", tiff(1, 8, packing=32773, data=b"\x81\5" * 3)
    yield "lzw.tif", tiff(1, 8, packing=5, data=b"\x80\x0b\x60\x50\x22\x0c\x0c\x85\x01" * 3)
    yield "tiles.tif", tiff(3, 8, 20, 20, tile=16)
    yield "profile.tif", tiff(3, 8, more=[(34675, "B", list(profile))])
