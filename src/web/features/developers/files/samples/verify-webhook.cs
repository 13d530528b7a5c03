using System;
using System.Linq;
using System.Security.Cryptography;
using System.Text;

static class Webhook
{
    /// <summary>Whether Levro sent the body, at most five minutes ago.</summary>
    /// <param name="body">The bytes of the request, before they are parsed</param>
    /// <param name="header">The value of Levro-Signature: t=seconds,v1=hexadecimal HMAC</param>
    /// <param name="secret">The one that was shown with the API key: whsec_…</param>
    public static bool IsFromLevro(byte[] body, string header, string secret)
    {
        var parts = header.Split(',').Select(part => part.Split('=')).Where(part => part.Length == 2);
        var time = parts.Where(part => part[0] == "t").Select(part => part[1]).FirstOrDefault();
        var now = DateTimeOffset.UtcNow.ToUnixTimeSeconds();
        if (!long.TryParse(time, out var sent) || sent < now - 300 || sent > now + 300) return false;
        var signed = Encoding.UTF8.GetBytes(time + ".").Concat(body).ToArray();
        using (var hmac = new HMACSHA256(Encoding.UTF8.GetBytes(secret)))
        {
            var hash = BitConverter.ToString(hmac.ComputeHash(signed)).Replace("-", "");
            var expected = Encoding.UTF8.GetBytes(hash.ToLowerInvariant());
            return parts.Where(part => part[0] == "v1").Any(part =>
                CryptographicOperations.FixedTimeEquals(Encoding.UTF8.GetBytes(part[1]), expected));
        }
    }
}
