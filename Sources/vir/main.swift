print("vir")
